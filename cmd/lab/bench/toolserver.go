package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// ToolServer is the program as the client keeps it for the model's tools. It is asked one
// thing after the other.
type ToolServer struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	asked   int
}

// protocolVersion is the version of the Model Context Protocol that is spoken.
const protocolVersion = "2025-06-18"

// ServeTools starts the server of a folder, as the client does.
func ServeTools(ctx context.Context, program, folder string, environ []string) (*ToolServer, error) {
	s := &ToolServer{command: exec.CommandContext(ctx, program, "mcp")}
	s.command.Dir, s.command.Env = folder, environ
	out, err := s.command.StdoutPipe()
	if err == nil {
		s.in, err = s.command.StdinPipe()
	}
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start the server of tools: %w", err)
	}
	s.out = bufio.NewReaderSize(out, 1<<20)
	_, _, err = s.request("initialize", map[string]any{
		"protocolVersion": protocolVersion, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"},
	})
	if err == nil {
		err = s.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("start the server of tools: %w", err)
	}
	return s, nil
}

// Close ends the server, which ends with its input.
func (s *ToolServer) Close() {
	_ = s.in.Close()     // it may have ended
	_ = s.command.Wait() // nothing is asked of it any more
}

// ticksPerSecond is the unit in which Linux tells the processor time of a process.
const ticksPerSecond = 100

// cpuMS is the processor time that the server has had, in ms; 0 where the system does not
// tell.
func (s *ToolServer) cpuMS() float64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	// The name is in parentheses; the 14th and 15th field are time as user and in the kernel.
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, userErr := strconv.ParseFloat(fields[11], 64)
	kernel, kernelErr := strconv.ParseFloat(fields[12], 64)
	if userErr != nil || kernelErr != nil {
		return 0
	}
	return (user + kernel) * 1000 / ticksPerSecond
}

// Call calls a tool and returns what the model is shown, and the milliseconds until it was
// there.
func (s *ToolServer) Call(tool string, arguments map[string]any) (text string, ms float64, err error) {
	result, ms, err := s.request("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return "", 0, fmt.Errorf("call %s: %w", tool, err)
	}
	var answer struct {
		Content []struct{ Text string }
		IsError bool
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		return "", 0, fmt.Errorf("call %s: %w", tool, err)
	}
	for _, part := range answer.Content {
		text += part.Text
	}
	if answer.IsError {
		return "", 0, fmt.Errorf("call %s: %.300s", tool, text)
	}
	return text, ms, nil
}

func (s *ToolServer) request(method string, params any) (json.RawMessage, float64, error) {
	s.asked++
	began := time.Now()
	if err := s.send(map[string]any{"jsonrpc": "2.0", "id": s.asked, "method": method, "params": params}); err != nil {
		return nil, 0, err
	}
	for {
		line, err := s.out.ReadBytes('\n')
		ms := float64(time.Since(began).Nanoseconds()) / 1e6
		if err != nil {
			return nil, 0, fmt.Errorf("the server ended: %w", err)
		}
		var answer struct {
			ID     json.RawMessage
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, 0, fmt.Errorf("read the answer %.200q: %w", line, err)
		}
		switch {
		case !bytes.Equal(answer.ID, fmt.Append(nil, s.asked)): // something that it tells by itself
		case answer.Error != nil:
			return nil, 0, errors.New(answer.Error.Message)
		default:
			return answer.Result, ms, nil
		}
	}
}

func (s *ToolServer) send(message any) error {
	encoded, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = s.in.Write(append(encoded, '\n'))
	return err
}
