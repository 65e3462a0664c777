// SPDX-License-Identifier: Apache-2.0
//
// What main() adds to run_program: the streams and signals of a process.
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "call.hpp"
#include "program_process.hpp"

namespace warpgraph::test {
namespace {

constexpr const char* kProgram = WARPGRAPH_PROGRAM;

class Main : public testing::Test {
 protected:
  // A program that has begun to read a graph from its standard input, and waits for more: this text does not fit into
  // a pipe, so the program has taken some of it when all is written.
  static void begin_to_read(ProgramProcess& process) {
    std::signal(SIGPIPE, SIG_IGN);
    std::string text;
    while (text.size() < std::size_t{1} << 18) text += "0 1\n1 2\n";
    ASSERT_TRUE(process.write(text));
  }

  CallFolder folder_;
};

TEST_F(Main, ConvertsFromStandardInputToStandardOutput) {
  ProgramProcess process(kProgram, {"convert", "-", "-", "--from", "edges", "--to", "metis", "--symmetrise"});
  process.write("0 1\n1 2\n");
  process.end_input();
  EXPECT_EQ(process.read_output(), "3 2\n2\n1 3\n2\n");
  EXPECT_NE(process.read_errors().find("standard output: 3 vertices"), std::string::npos);
  EXPECT_EQ(process.wait(), 0);
}

TEST_F(Main, WritesTheReportAloneToStandardOutput) {
  ProgramProcess process(kProgram, {"run", "cc", "-", "--format", "edges", "--devices", "host", "--report", "-"});
  process.write("0 1\n1 2\n");
  process.end_input();
  const std::string page = process.read_output();
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>")) << page;
  EXPECT_TRUE(page.ends_with("</html>\n")) << page;
  EXPECT_EQ(process.wait(), 0);
}

TEST_F(Main, CallsStandardInputByItsNameInErrors) {
  folder_.write("edges.txt", "0 1\n1 2\n");
  ProgramProcess process(kProgram, {"run", "heat", folder_.file("edges.txt"), "--direction", "once", "--initial", "-",
                                    "--devices", "host", "-q"});
  process.write("0 1\n1 nan\n2 3\n");
  process.end_input();
  EXPECT_EQ(process.read_errors(),
            "warpgraph: standard input: the initial value of vertex 1 is infinite or no number\n");
  EXPECT_EQ(process.wait(), 3);
}

TEST_F(Main, PassesOurOwnFormatThroughPipes) {
  ProgramProcess maker(kProgram, {"generate", "cycle", "--vertices", "100", "-o", "-", "--format", "wg", "-q"});
  const std::string bytes = maker.read_output();
  EXPECT_EQ(maker.wait(), 0);
  ProgramProcess reader(kProgram, {"info", "-", "--format", "wg", "--json"});
  reader.write(bytes);
  reader.end_input();
  EXPECT_EQ(nlohmann::json::parse(reader.read_output())["edges"], 100);
  EXPECT_EQ(reader.wait(), 0);
}

TEST_F(Main, EndsQuietlyWhenItsReaderHasEnough) {
  ProgramProcess process(kProgram, {"generate", "path", "--vertices", "200000", "-o", "-", "--format", "edges", "-q"});
  EXPECT_EQ(process.read_output(100).size(), 100u);
  process.stop_reading();
  EXPECT_EQ(process.read_errors(), "");
  EXPECT_EQ(process.wait(), 0);
}

TEST_F(Main, ReportsAFullDisk) {
  const CallResult result = call({"generate", "path", "--vertices", "100000", "-o", "/dev/full", "--format", "edges"});
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.err.find("/dev/full"), std::string::npos) << result.err;
}

TEST_F(Main, ReportsThatFilesMayNotGrow) {
  const std::string file = folder_.file("path.wg");
  ProgramProcess process("/bin/sh",
                         {"-c", "ulimit -f 0; exec \"$0\" generate path --vertices 100 -o \"$1\"", kProgram, file});
  process.end_input();
  const std::string error = process.read_errors();
  EXPECT_TRUE(error.starts_with("warpgraph: " + file + ": cannot be written")) << error;
  EXPECT_EQ(process.wait(), 3);
}

TEST_F(Main, DiesOfAnInterruptAndLeavesNoHalfFile) {
  folder_.write("old.wg", "precious");
  for (const std::string name : {"old.wg", "new.wg"}) {
    ProgramProcess process(kProgram, {"convert", "-", folder_.file(name), "--from", "edges"});
    begin_to_read(process);
    process.send(SIGINT);
    EXPECT_EQ(process.wait(), 130);
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"old.wg"});
  EXPECT_EQ(folder_.read("old.wg"), "precious");
}

// The program takes new numbers from its standard input after it has read the graph, and a pipe does not hold half of
// them.
TEST_F(Main, SaysThatAGraphInUseWasCut) {
  constexpr int kVertices = 50'000;
  const std::string graph = folder_.file("p.wg");
  ASSERT_EQ(call({"generate", "path", "--vertices", std::to_string(kVertices), "-o", graph, "-q"}).code, 0);
  std::string numbers;
  for (int v = 0; v < kVertices; ++v) numbers += std::to_string(v) + ' ' + std::to_string(v) + '\n';
  ProgramProcess process(kProgram,
                         {"convert", graph, folder_.file("q.wg"), "--relabel", "given", "--permutation", "-"});
  process.write(numbers.substr(0, numbers.size() / 2));
  std::filesystem::resize_file(graph, 1000);
  process.write(numbers.substr(numbers.size() / 2));
  process.end_input();
  EXPECT_EQ(process.read_errors(),
            "warpgraph: a file that is in use has lost bytes: it was cut meanwhile, or its disk has failed\n");
  EXPECT_EQ(process.wait(), 3);
}

TEST_F(Main, DiesOfATermination) {
  ProgramProcess process(kProgram, {"info", "-", "--format", "edges"});
  begin_to_read(process);
  process.send(SIGTERM);
  EXPECT_EQ(process.wait(), 143);
}

TEST_F(Main, CompletesInBash) {
  const auto completed = [](const std::string& words, int place) {
    ProgramProcess bash("bash", {"--norc", "-c",
                                 "source /dev/stdin; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(place) +
                                     "; _warpgraph; echo ${COMPREPLY[@]}"});
    bash.write(call({"completion", "bash"}).out);
    bash.end_input();
    const std::string output = bash.read_output();
    bash.wait();
    return output;
  };
  if (completed("warpgraph ''", 1).empty()) GTEST_SKIP() << "no bash";
  EXPECT_EQ(completed("warpgraph ge", 1), "generate\n");
  EXPECT_EQ(completed("warpgraph generate rm", 2), "rmat\n");
  EXPECT_EQ(completed("warpgraph generate rmat --sca", 3), "--scale\n");
  EXPECT_EQ(completed("warpgraph convert --from met", 3), "metis\n");
  EXPECT_EQ(completed("warpgraph convert --from = met", 4), "metis\n");
  EXPECT_EQ(completed("warpgraph convert g", 2), "\n");  // bash goes on to files
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve address space without end

// What the program says with so much address space: its code and its error.
CallResult call_within(std::size_t kibibytes, std::vector<std::string> arguments) {
  const std::string limit = "ulimit -v " + std::to_string(kibibytes);
  arguments.insert(arguments.begin(), {"-c", limit + "; exec \"$0\" \"$@\"", kProgram});
  ProgramProcess process("bash", std::move(arguments));
  std::string error = process.read_errors();
  const int code = process.wait();
  return {code, "", std::move(error)};
}
CallResult info_within(std::size_t kibibytes, const std::string& file) {
  return call_within(kibibytes, {"info", file});
}

// From "free are 1.5 GiB".
std::size_t free_in(const std::string& message) {
  const std::size_t place = message.find("free are ");
  if (place == message.npos) return 0;
  std::istringstream words(message.substr(place + 9));
  double number = 0;
  std::string unit;
  words >> number >> unit;
  const double scale = unit == "GiB" ? 1u << 30 : unit == "MiB" ? 1u << 20 : unit == "KiB" ? 1u << 10 : 1;
  return static_cast<std::size_t>(number * scale);
}

constexpr std::size_t kTwoGibibytes = std::size_t{2} << 20;  // in KiB

TEST_F(Main, SaysThatAGraphOfAsManyVerticesDoesNotFit) {
  const std::string many = "4294967295";
  const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
  for (const std::string& file : {folder_.write("g.mtx", banner + many + " " + many + " 1\n1 2\n"),
                                  folder_.write("g.gr", "p sp " + many + " 1\na 1 2 3\n"),
                                  folder_.write("g.txt", "# Nodes: " + many + " Edges: 1\n0 1\n")}) {
    const CallResult result = info_within(kTwoGibibytes, file);
    EXPECT_EQ(result.code, 4) << result.err;
    EXPECT_TRUE(result.err.starts_with("warpgraph: host: not enough memory for a graph of the " + many +
                                       " vertices of " + file + ": needs 32.0 GiB, free are "))
        << result.err;
    EXPECT_GT(free_in(result.err), 0u) << result.err;
    EXPECT_LE(free_in(result.err), kTwoGibibytes * 1024) << result.err;
  }
}

TEST_F(Main, SaysThatAFileDoesNotFitIntoTheAddressSpace) {
  const std::string file = folder_.write("g.txt", "0 1\n");
  std::filesystem::resize_file(file, std::uintmax_t{3} << 30);
  const CallResult result = info_within(kTwoGibibytes, file);
  EXPECT_EQ(result.code, 4) << result.err;
  EXPECT_TRUE(
      result.err.starts_with("warpgraph: host: not enough memory for mapping " + file + ": needs 3.0 GiB, free are "))
      << result.err;
}

// At some of the limits the arrays of the partitioner, at others those of the graph are what does not fit.
TEST_F(Main, NamesTheWorkForWhichTheHostHasNoMemory) {
  const std::string file = folder_.file("k.wg");
  ASSERT_EQ(call({"generate", "kron", "--scale", "17", "--weights", "uniform", "--symmetrise", "-o", file, "-q"}).code,
            0);
  int named = 0;
  for (std::size_t kibibytes = 100'000; kibibytes < 150'000; kibibytes += 4'000) {
    const CallResult result = call_within(kibibytes, {"partition", file, "-k", "4", "-q", "-o", "/dev/null"});
    if (result.code == 0) break;
    EXPECT_EQ(result.code, 4) << result.err;
    if (!result.err.starts_with("warpgraph: not enough host memory")) continue;
    ++named;
    EXPECT_TRUE(result.err.starts_with("warpgraph: not enough host memory for partition of " + file + ": needs "))
        << result.err;
    EXPECT_NE(result.err.find(", free are "), std::string::npos) << result.err;
    // Nothing may be free: threads take the last of the address space in large pieces.
    EXPECT_LE(free_in(result.err), kibibytes * 1024) << result.err;
  }
  EXPECT_GT(named, 0) << "no limit at which the standard library has no memory";
}

#endif

}  // namespace
}  // namespace warpgraph::test
