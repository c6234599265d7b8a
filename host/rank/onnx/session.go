package onnx

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

var environment struct {
	sync.Mutex
	library string // path of what is loaded
}

// loadLibrary loads ONNX Runtime and makes its environment, once a process. It
// is never torn down: doing so at exit crashes. A library of the same version
// in another models' directory is the same bytes, by hash, and not loaded again.
func loadLibrary(path string) error {
	environment.Lock()
	defer environment.Unlock()
	version := func(path string) string { return filepath.Base(filepath.Dir(path)) }
	if environment.library != "" {
		if version(environment.library) != version(path) {
			return fmt.Errorf("load %s: this process already uses %s", path, environment.library)
		}
		return nil
	}
	ort.SetSharedLibraryPath(path)
	if err := ort.InitializeEnvironment(ort.WithLogLevelFatal()); err != nil {
		return fmt.Errorf("load ONNX Runtime, which needs glibc and libstdc++: %w", err)
	}
	environment.library = path
	return ort.DisableTelemetry()
}

func (e *Embedder) openSession(library, model string, cold bool) error {
	if err := loadLibrary(library); err != nil {
		return err
	}
	mapped, err := mapFile(model)
	if err != nil {
		return err
	}
	e.mapped = mapped
	options, err := sessionOptions(cold)
	if err != nil {
		return err
	}
	defer options.Destroy()
	inputs, outputs := ownInputs, ownOutputs
	if e.published {
		inputs, outputs = publishedInputs, publishedOutputs
	}
	e.session, err = ort.NewDynamicAdvancedSessionWithONNXData(mapped, inputs, outputs, options)
	return err
}

// sessionOptions are those of a saved model: nothing is left to optimise, and
// what is mapped is used in place.
func sessionOptions(cold bool) (*ort.SessionOptions, error) {
	options, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	entries := map[string]string{
		"session.load_model_format":                    "ORT",
		"session.use_ort_model_bytes_directly":         "1",
		"session.use_ort_model_bytes_for_initializers": "1",
	}
	if cold {
		entries["session.disable_prepacking"] = "1"
	}
	for key, value := range entries {
		err = firstError(err, options.AddSessionConfigEntry(key, value))
	}
	err = firstError(err,
		options.SetLogSeverityLevel(ort.LoggingLevelFatal),
		options.SetGraphOptimizationLevel(ort.GraphOptimizationLevelDisableAll),
		options.SetIntraOpNumThreads(1),
		options.SetInterOpNumThreads(1))
	if err != nil {
		_ = options.Destroy() // the first error is the one to tell
		return nil, err
	}
	return options, nil
}

// run computes one vector from token ids, [CLS] and [SEP] included.
func (e *Embedder) run(ids []int64) ([]float32, error) {
	if e.session == nil {
		return nil, errors.New("the embedder is closed")
	}
	count := len(ids)
	arrays := [][]int64{ids}
	shape := ort.NewShape(1, int64(e.manifest.Dimensions))
	if e.published {
		arrays = append(arrays, slices.Repeat([]int64{1}, count), make([]int64, count)) // mask, segments
		shape = ort.NewShape(1, int64(count), int64(e.manifest.Dimensions))
	}
	inputs := make([]ort.Value, 0, len(arrays))
	for _, array := range arrays {
		input, err := ort.NewTensor(ort.NewShape(1, int64(count)), array)
		if err != nil {
			return nil, err
		}
		defer input.Destroy()
		inputs = append(inputs, input)
	}
	output, err := ort.NewEmptyTensor[float32](shape)
	if err != nil {
		return nil, err
	}
	defer output.Destroy()
	if err := e.session.Run(inputs, []ort.Value{output}); err != nil {
		return nil, err
	}
	vector := slices.Clone(output.GetData())
	if e.published {
		vector = pool(vector, e.manifest.Pooling, e.manifest.Dimensions)
	}
	return vector, nil
}
