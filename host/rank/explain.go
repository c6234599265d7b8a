package rank

import (
	"cmp"
	"math"
	"slices"
)

// Where a threshold comes from.
const (
	FromFloor = "floor" // of its profile
	FromNulls = "nulls" // a null prompt reaches as high on this index
	FromApart = "apart" // it keeps its distance from the default one
)

// Names of the profiles.
const (
	ProfileAggressive   = "aggressive"
	ProfileDefault      = "default"
	ProfileConservative = "conservative"
	ProfileFirm         = "firm" // of what is told firmly
)

var profileNames = [4]string{ProfileAggressive, ProfileDefault, ProfileConservative, ProfileFirm}

// Origin is a profile's threshold and where it comes from.
type Origin struct {
	Profile    string
	Similarity float64 // at which it stands, 0–1
	Odds       float64
	Floor      float64
	From       string // FromFloor, FromNulls, FromApart
	Rank       int    // of the null prompt that the quantile picks, highest odds first, from 1; 0: there are none
	Nulls      int    // how many null prompts there are
	Null       int    // place of that prompt in Nulls, −1: unknown
	NullOdds   float64
}

// Origins are the Thresholds of the same arguments, rising, with where each
// comes from.
func (r *Recipe) Origins(nullMaxima []float64, hasDense bool) [4]Origin {
	var origins [4]Origin
	odds := r.Thresholds(nullMaxima, hasDense).all()
	for i, p := range r.profiles(hasDense).all() {
		origins[i] = p.origin(profileNames[i], similarities[i], odds[i], nullMaxima)
	}
	return origins
}

func (r *Recipe) profiles(hasDense bool) Profiles {
	if hasDense {
		return r.Profiles
	}
	return r.LexicalProfiles
}

func (p Profile) origin(name string, similarity, odds float64, nullMaxima []float64) Origin {
	o := Origin{Profile: name, Similarity: similarity, Odds: odds, Floor: p.Floor, From: FromApart, Nulls: len(nullMaxima), Null: -1}
	if places := highest(nullMaxima); len(places) > 0 {
		o.Rank = p.rank(len(places))
		o.Null = places[o.Rank-1]
		o.NullOdds = nullMaxima[o.Null]
	}
	switch {
	case odds == p.Floor:
		o.From = FromFloor
	case o.Rank > 0 && odds == o.NullOdds:
		o.From = FromNulls
	}
	return o
}

// rank is which of so many null prompts the quantile picks, from 1.
func (p Profile) rank(nulls int) int { return max(1, int(math.Ceil(p.Quantile*float64(nulls)))) }

// highest are the places of numbers, the highest number's first.
func highest(numbers []float64) []int {
	places := make([]int, len(numbers))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(numbers[b], numbers[a]) })
	return places
}

// Source returns whether a profile's threshold stands at its floor, or what lifted
// it: as Origin.From, read from the thresholds alone.
func (r *Recipe) Source(t Thresholds, profile string, hasDense bool) string {
	at := max(0, slices.Index(profileNames[:], profile))
	odds := t.all()[at]
	switch {
	case odds == r.profiles(hasDense).all()[at].Floor:
		return FromFloor
	case profile == ProfileAggressive && odds == t.Default-thresholdsApart,
		profile == ProfileConservative && odds == t.Default+thresholdsApart,
		profile == ProfileFirm && odds == t.Conservative+thresholdsApart:
		return FromApart
	}
	return FromNulls
}

// ProfileAt is the profile whose threshold stands at a similarity, or empty.
func ProfileAt(similarity float64) string {
	if at := slices.Index(similarities[:], similarity); at >= 0 {
		return profileNames[at]
	}
	return ""
}

// Odds is the inverse of Similarity: from which odds on an item has at least a
// similarity between 0 and 1.
func (t Thresholds) Odds(similarity float64) float64 {
	high := max(oddsMax, t.Firm+1)
	if similarity <= 0 {
		return oddsMin
	}
	from, at := float64(oddsMin), 0.0
	for i, step := range t.all() {
		if similarity < similarities[i] {
			return line(similarity, at, from, similarities[i], step)
		}
		from, at = step, similarities[i]
	}
	if similarity < 1 {
		return line(similarity, at, from, 1, high)
	}
	return high
}
