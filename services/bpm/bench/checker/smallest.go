package main

import (
	"cmp"
	"slices"
	"sort"
)

// smallest is the shortest beginning of a history that no order explains, without reads and refusals that it is not
// explained without either. Linearizability is closed under beginnings, so a search by halves finds it.
func smallest(isExplained func([]Operation) bool, operations []Operation) []Operation {
	var ends []int64
	for _, one := range operations {
		if one.Output != nil {
			ends = append(ends, one.Return)
		}
	}
	slices.Sort(ends)
	at := sort.Search(len(ends), func(at int) bool { return !isExplained(until(operations, ends[at])) })
	found := until(operations, ends[min(at, len(ends)-1)])
	for at := len(found) - 1; at >= 0; at-- {
		if !found[at].changesNothing() {
			continue
		}
		without := slices.Delete(slices.Clone(found), at, at+1)
		if !isExplained(without) {
			found = without
		}
	}
	return found
}

// until is what was known at a moment: what was answered later is not answered yet.
func until(operations []Operation, moment int64) []Operation {
	var known []Operation
	for _, one := range operations {
		if one.Call > moment {
			continue
		}
		if one.end() > moment {
			one.Output = nil
		}
		known = append(known, one)
	}
	slices.SortFunc(known, func(a, b Operation) int { return cmp.Compare(a.Call, b.Call) })
	return known
}
