#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# faulty_rank.sh FAULT VICTIM FOLDER PROGRAM DEVICES: one rank of a `warpgraph run` that would not end, of which the rank
# VICTIM has a fault. FOLDER gets what the rank says, and its process's number.
fault=$1 victim=$2 folder=$3 program=$4 devices=$5
rank=$OMPI_COMM_WORLD_RANK
graph=$folder/graph.wg
algorithm=pagerank
options="--tolerance 0 --iterations 1000000000"
memory=64G
wait=1 # seconds, until all ranks are at work
echo $$ >"$folder/process.$rank"

# Once rank 0 has said which devices there are, all ranks are at work.
signal_later() {
  until grep -q 'chosen by' "$folder/said.0" 2>/dev/null; do sleep 0.1; done
  sleep $wait
  kill "-$1" $$
}

# Stopped until rank 1 has said that this one is late.
pause() {
  signal_later STOP
  until grep -q 'is late' "$folder/said.1" 2>/dev/null; do sleep 0.02; done
  kill -CONT $$
}

# From then on the rank gets no more memory than it has, and a little.
take_memory() {
  until grep -q 'chosen by' "$folder/said.0" 2>/dev/null; do sleep 0.02; done
  has=$(sed -n 's/^VmSize:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$$/status")
  prlimit --pid $$ --as=$((has * 1024 + 1000000))
}

[ "$fault" = full_host ] && graph=$folder/graph.el
[ "$fault" = wrong_devices ] && devices=auto
case $fault in
  *_in_launch*) algorithm=bfs graph=$folder/path.wg options= wait=4 ;; # a superstep for each vertex
esac
case $fault in
  *_in_launch_of_supersteps) options="--superstep-timeout 3000" ;;
esac
if [ "$rank" = "$victim" ]; then
  case $fault in
    stop | stop_in_launch*) signal_later STOP & ;;
    pause) pause & ;;
    kill | kill_unnoticed | kill_unnoticed_in_launch) signal_later KILL & ;;
    full_host) take_memory & ;;
    memory) memory=1K ;;
    wrong_devices) export WARPGRAPH_DEVICES=nonsense ;;
    other_graph) graph=$folder/other/graph.wg ;;
    missing_graph) graph=$folder/missing.wg ;;
    other_work) algorithm=hits ;;
    other_options) options="--max-supersteps 3" ;;
  esac
fi
exec "$program" run $algorithm "$graph" $options --devices $devices --memory-limit $memory \
  --rank-timeout 5000 --verbose >/dev/null 2>"$folder/said.$rank"
