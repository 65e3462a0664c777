# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # The shortest ways on a road network
# Junctions are called by names, and a road by the names of its ends.

# %%
import math

import pandas as pd
from picture import Picture, ramp

import warpgraph as wg

# Degrees east and north.
CITIES = pd.DataFrame(
    [line.rsplit(" ", 2) for line in """
Lisbon -9.1 38.7;Porto -8.6 41.1;Madrid -3.7 40.4;Seville -6.0 37.4;Valencia -0.4 39.5;Barcelona 2.2 41.4;Bilbao -2.9 43.3
Bordeaux -0.6 44.8;Toulouse 1.4 43.6;Marseille 5.4 43.3;Lyon 4.8 45.8;Nantes -1.6 47.2;Paris 2.4 48.9;Lille 3.1 50.6
Brussels 4.4 50.8;Amsterdam 4.9 52.4;Cologne 7.0 50.9;Frankfurt 8.7 50.1;Strasbourg 7.8 48.6;Basel 7.6 47.6;Geneva 6.1 46.2
Turin 7.7 45.1;Milan 9.2 45.5;Genoa 8.9 44.4;Bologna 11.3 44.5;Florence 11.3 43.8;Rome 12.5 41.9;Naples 14.3 40.9;Bari 16.9 41.1
Venice 12.3 45.4;Innsbruck 11.4 47.3;Munich 11.6 48.1;Nuremberg 11.1 49.5;Hamburg 10.0 53.6;Hanover 9.7 52.4;Berlin 13.4 52.5
Leipzig 12.4 51.3;Prague 14.4 50.1;Vienna 16.4 48.2;Graz 15.4 47.1;Ljubljana 14.5 46.1;Zagreb 16.0 45.8;Budapest 19.0 47.5
Bratislava 17.1 48.1;Brno 16.6 49.2;Krakow 19.9 50.1;Warsaw 21.0 52.2;Poznan 16.9 52.4;Gdansk 18.6 54.4;Copenhagen 12.6 55.7
Belgrade 20.5 44.8;Sofia 23.3 42.7;Athens 23.7 38.0;Thessaloniki 22.9 40.6;Bucharest 26.1 44.4;Cluj 23.6 46.8;Lviv 24.0 49.8
Vilnius 25.3 54.7;Riga 24.1 56.9;Tallinn 24.8 59.4;Kaunas 23.9 54.9
""".strip().replace("\n", ";").split(";")],
    columns=["city", "east", "north"],
).astype({"east": float, "north": float}).set_index("city")

WAYS = """
Lisbon-Porto Lisbon-Seville Lisbon-Madrid Porto-Bilbao Seville-Madrid Madrid-Valencia Madrid-Barcelona Madrid-Bilbao Valencia-Barcelona
Bilbao-Bordeaux Barcelona-Toulouse Barcelona-Marseille Bordeaux-Toulouse Bordeaux-Nantes Bordeaux-Paris Toulouse-Marseille Marseille-Lyon
Marseille-Genoa Lyon-Paris Lyon-Geneva Lyon-Turin Nantes-Paris Paris-Lille Paris-Strasbourg Lille-Brussels Brussels-Amsterdam
Brussels-Cologne Amsterdam-Hanover Cologne-Frankfurt Cologne-Hanover Frankfurt-Strasbourg Frankfurt-Nuremberg Frankfurt-Leipzig
Strasbourg-Basel Basel-Geneva Basel-Milan Geneva-Turin Turin-Milan Turin-Genoa Genoa-Florence Milan-Bologna Milan-Venice Bologna-Florence
Florence-Rome Rome-Naples Naples-Bari Bologna-Bari Bologna-Venice Venice-Ljubljana Venice-Innsbruck Innsbruck-Munich Munich-Nuremberg
Munich-Vienna Basel-Munich Nuremberg-Prague Nuremberg-Leipzig Hamburg-Hanover Hamburg-Copenhagen Hamburg-Berlin Hanover-Berlin
Berlin-Leipzig Berlin-Poznan Leipzig-Prague Prague-Brno Brno-Vienna Vienna-Bratislava Vienna-Graz Graz-Ljubljana Graz-Zagreb
Ljubljana-Zagreb Zagreb-Budapest Zagreb-Belgrade Bratislava-Budapest Brno-Krakow Krakow-Warsaw Krakow-Lviv Warsaw-Poznan Warsaw-Gdansk
Warsaw-Kaunas Kaunas-Vilnius Kaunas-Riga Vilnius-Riga Riga-Tallinn Poznan-Gdansk Budapest-Belgrade Budapest-Cluj Belgrade-Sofia
Belgrade-Thessaloniki Sofia-Thessaloniki Sofia-Bucharest Thessaloniki-Athens Bucharest-Cluj Lviv-Cluj
""".split()


def kilometres(a, b):
    """As the crow flies."""
    (x, y), (u, v) = (map(math.radians, CITIES.loc[city]) for city in (a, b))
    return round(6371 * math.acos(math.sin(y) * math.sin(v) + math.cos(y) * math.cos(v) * math.cos(x - u)))


roads = pd.DataFrame([way.split("-") for way in WAYS], columns=["from", "to"])
roads["km"] = [kilometres(a, b) for a, b in zip(roads["from"], roads["to"])]

# %% [markdown]
# One call finds the distances of all cities.

# %%
G = wg.from_pandas(roads, "from", "to", "km")
far = G.sssp("Lisbon")
print(f"{far['Tallinn']} km:", ", ".join(far.path_to("Tallinn")))
print("farthest:", far.top(3))

# %%
picture = Picture("Distances from Lisbon; the shortest way to Tallinn is red", 560, 400)


def at(city):
    east, north = CITIES.loc[city]
    return 20 + (east + 9.5) * 12.5, 385 - (north - 37) * 16.5


for a, b in zip(roads["from"], roads["to"]):
    picture.line(at(a), at(b))
way = far.path_to("Tallinn")
for a, b in zip(way, way[1:]):
    picture.line(at(a), at(b), "#dc2626", 3)
for city in CITIES.index:
    picture.dot(at(city), 4, ramp(far[city] / far.farthest))
for city in ("Lisbon", "Madrid", "Paris", "Rome", "Berlin", "Warsaw", "Athens", "Bucharest", "Tallinn"):
    picture.text((at(city)[0] + 6, at(city)[1] - 4), f"{city} {far[city]}" if far[city] else city)
picture.save("roads.svg")
