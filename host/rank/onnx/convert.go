package onnx

import (
	"fmt"
	"os"

	ort "github.com/yalue/onnxruntime_go"
)

// Sources are the files that a model is made of.
type Sources struct {
	Weights string // a TensorsFile or a GraphFile
	LoRA    string // a LoRAFile; empty: none
}

// Convert writes the fast form of a model with the library at that path. The
// target must not exist; scratch is a directory for files of the size of the
// weights.
func Convert(library string, sources Sources, target, scratch string, manifest Manifest) error {
	if err := loadLibrary(library); err != nil {
		return err
	}
	weights := sources.Weights
	file, ok := manifest.Weights()
	if ok && file.Name != GraphFile {
		graph, err := writeGraph(sources, scratch, manifest)
		if graph != "" {
			defer os.Remove(graph)
		}
		if err != nil {
			return err
		}
		weights = graph
	}
	if err := save(weights, target); err != nil {
		return fmt.Errorf("convert %s: %w", manifest.ID, err)
	}
	return nil
}

// writeGraph writes a graph beside, for the library to read.
func writeGraph(sources Sources, scratch string, manifest Manifest) (string, error) {
	if manifest.Architecture == ArchitectureUSE {
		arrays, err := readArrays(sources.Weights)
		if err != nil {
			return "", err
		}
		graph, err := writeUSE(manifest, arrays)
		if err != nil {
			return "", err
		}
		return writeFile(graph, scratch)
	}
	data, err := mapFile(sources.Weights)
	if err != nil {
		return "", err
	}
	defer unmapFile(data)
	arrays, err := readTensors(data)
	if err != nil {
		return "", err
	}
	var updates lora
	if sources.LoRA != "" {
		if updates, err = openLoRA(sources.LoRA); err != nil {
			return "", err
		}
	}
	graph, err := writeBERT(manifest, arrays, updates)
	if err != nil {
		return "", err
	}
	return writeFile(graph, scratch)
}

func writeFile(graph message, scratch string) (string, error) {
	out, err := os.CreateTemp(scratch, "*.onnx")
	if err != nil {
		return "", err
	}
	_, err = graph.WriteTo(out)
	return out.Name(), firstError(err, out.Close())
}

// save has the library optimise a graph and write it in its own format.
func save(graph, target string) error {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return err
	}
	defer options.Destroy()
	err = firstError(
		options.SetLogSeverityLevel(ort.LoggingLevelFatal),
		options.SetGraphOptimizationLevel(ort.GraphOptimizationLevelEnableExtended),
		options.SetIntraOpNumThreads(1),
		options.AddSessionConfigEntry("session.save_model_format", "ORT"),
		options.SetOptimizedModelFilePath(target))
	if err != nil {
		return err
	}
	inputs, outputs, err := ort.GetInputOutputInfoWithOptions(graph, options)
	if err != nil {
		return err
	}
	if len(inputs) == 0 || len(outputs) == 0 {
		return fmt.Errorf("the graph has %d inputs and %d outputs", len(inputs), len(outputs))
	}
	return os.Chmod(target, 0o600)
}
