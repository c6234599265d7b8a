// Package skillmap lays items out in the plane by what their descriptions mean. It knows
// vectors and no catalog, and is deterministic.
package skillmap

import (
	"math"
	"slices"
)

// Place is where an item lies.
type Place struct {
	X, Y  float64 // 0 to 1
	Group int     // from 0
}

// groupsMax bounds the groups: so many colours can be told apart.
const groupsMax = 6

// Lay places vectors of one length on the first two principal axes of all, the longer one
// across. The axes keep a part of what the vectors say: neighbours in the plane are not
// always neighbours in meaning. Groups are those of k-means.
func Lay(vectors [][]float32) []Place {
	places := make([]Place, len(vectors))
	if len(vectors) < 2 {
		for i := range places {
			places[i] = Place{X: .5, Y: .5}
		}
		return places
	}
	centred := centre(vectors)
	first := axis(centred, nil)
	second := axis(centred, first)
	for i, vector := range centred {
		places[i].X, places[i].Y = dot(vector, first), dot(vector, second)
	}
	stretch(places, func(p *Place) *float64 { return &p.X })
	stretch(places, func(p *Place) *float64 { return &p.Y })
	for i, group := range groups(centred) {
		places[i].Group = group
	}
	return places
}

// centre moves the mean of all vectors to 0.
func centre(vectors [][]float32) [][]float64 {
	mean := make([]float64, len(vectors[0]))
	for _, vector := range vectors {
		for j, x := range vector[:len(mean)] {
			mean[j] += float64(x) / float64(len(vectors))
		}
	}
	centred := make([][]float64, len(vectors))
	for i, vector := range vectors {
		centred[i] = make([]float64, len(mean))
		for j := range mean {
			centred[i][j] = float64(vector[j]) - mean[j]
		}
	}
	return centred
}

// axisSteps are enough for the plane: what has not parted by then is of like length.
const axisSteps = 60

// axis returns the direction in which rows differ most, at right angles to another one, by
// power iteration (Golub and Van Loan, Matrix Computations, 8.2).
func axis(rows [][]float64, apart []float64) []float64 {
	direction := make([]float64, len(rows[0]))
	for j := range direction {
		direction[j] = math.Sin(float64(j + 1)) // no row is at right angles to it but by chance
	}
	for range axisSteps {
		if apart != nil {
			along := dot(direction, apart)
			for j := range direction {
				direction[j] -= along * apart[j]
			}
		}
		next := make([]float64, len(direction))
		for _, row := range rows {
			share := dot(row, direction)
			for j, x := range row {
				next[j] += share * x
			}
		}
		length := math.Sqrt(dot(next, next))
		if length == 0 {
			return direction // all rows are the same
		}
		for j := range next {
			direction[j] = next[j] / length
		}
	}
	return direction
}

// stretch brings one coordinate to 0–1.
func stretch(places []Place, of func(*Place) *float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for i := range places {
		low, high = min(low, *of(&places[i])), max(high, *of(&places[i]))
	}
	for i := range places {
		if x := of(&places[i]); high > low {
			*x = (*x - low) / (high - low)
		} else {
			*x = .5
		}
	}
}

// groupSteps bound k-means, which ends by itself where no item changes its group.
const groupSteps = 30

// groups returns each row's group by k-means (Lloyd 1982) from centres that lie far apart.
// The largest group is the first.
func groups(rows [][]float64) []int {
	count := min(groupsMax, max(1, int(math.Sqrt(float64(len(rows))/2))))
	centres := farApart(rows, count)
	of := make([]int, len(rows))
	for step := range groupSteps {
		changed := step == 0
		for i, row := range rows {
			if nearest := nearest(row, centres); nearest != of[i] {
				of[i], changed = nearest, true
			}
		}
		if !changed {
			break
		}
		centres = means(rows, of, centres)
	}
	return bySize(of, len(centres))
}

func farApart(rows [][]float64, count int) [][]float64 {
	centres := [][]float64{make([]float64, len(rows[0]))} // the mean, which is then left out
	for len(centres) <= count {
		best, far := 0, -1.0
		for i, row := range rows {
			if d := distance(row, centres[nearest(row, centres)]); d > far {
				best, far = i, d
			}
		}
		centres = append(centres, rows[best])
	}
	return centres[1:]
}

func means(rows [][]float64, of []int, centres [][]float64) [][]float64 {
	sums, counts := make([][]float64, len(centres)), make([]float64, len(centres))
	for g := range sums {
		sums[g] = make([]float64, len(rows[0]))
	}
	for i, row := range rows {
		counts[of[i]]++
		for j, x := range row {
			sums[of[i]][j] += x
		}
	}
	for g := range sums {
		if counts[g] == 0 {
			sums[g] = centres[g]
			continue
		}
		for j := range sums[g] {
			sums[g][j] /= counts[g]
		}
	}
	return sums
}

// bySize numbers groups anew, the largest first.
func bySize(of []int, count int) []int {
	sizes, order := make([]int, count), make([]int, count)
	for _, g := range of {
		sizes[g]++
	}
	for g := range order {
		order[g] = g
	}
	slices.SortStableFunc(order, func(a, b int) int { return sizes[b] - sizes[a] })
	numbered := make([]int, len(of))
	for i, g := range of {
		numbered[i] = slices.Index(order, g)
	}
	return numbered
}

func nearest(row []float64, centres [][]float64) int {
	best, near := 0, math.Inf(1)
	for g, c := range centres {
		if d := distance(row, c); d < near {
			best, near = g, d
		}
	}
	return best
}

func distance(a, b []float64) float64 {
	var sum float64
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}

func dot(a, b []float64) float64 {
	var sum float64
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}
