//go:build !linux && !darwin

package swap

import "errors"

func exchange(string, string) error { return errors.ErrUnsupported }
