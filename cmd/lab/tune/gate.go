package tune

import "github.com/ed-irl/impressionism/host/stats"

// gateRidge is the strength of the ridge on the gate's weights; 1/ridge is what
// logistic regressions call C.
const gateRidge = 1.0 / 3

// gateRow is an example of the gate: a prompt's vector, whether there is something to suggest,
// and how much it counts.
type gateRow struct {
	vector []float64
	about  bool
	weight float64
}

// fitGate is a logistic regression on vectors: weights, and the bias last.
func fitGate(rows []gateRow) []float64 {
	d := len(rows[0].vector)
	return minimize(make([]float64, d+1), func(w, gradient []float64) float64 {
		loss := 0.0
		clear(gradient)
		for i := range d {
			loss += gateRidge / 2 * w[i] * w[i]
			gradient[i] = gateRidge * w[i]
		}
		return loss + sum(len(rows), gradient, func(i int, gradient []float64) float64 {
			row := rows[i]
			value, push := logistic(gateOf(w, row.vector), row.about)
			push *= row.weight
			add(gradient, push, row.vector)
			gradient[d] += push
			return row.weight * value
		})
	})
}

// gateOf is the logit.
func gateOf(w, vector []float64) float64 { return w[len(vector)] + stats.Dot(w[:len(vector)], vector) }
