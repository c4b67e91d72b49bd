// Checks recorded histories for an order in which each operation has the object to itself, is answered as it was, and
// lies between its beginning and its end (linearizability, Herlihy and Wing 1990). One history a line on the standard input; the
// last line of the output counts them, and it ends with 1 when one has no such order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// A history of some fifty operations takes milliseconds.
const patience = 5 * time.Minute

var models = map[string]porcupine.Model{"approval": approvals, "permit": permits}

// Summary is the last line of the output.
type Summary struct {
	Histories   int `json:"histories"`
	Operations  int `json:"operations"`
	Overlapping int `json:"overlapping"`
	Unanswered  int `json:"unanswered"`
	Unexplained int `json:"unexplained"`
}

func main() {
	log.SetFlags(0)
	var summary Summary
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var history History
		if err := json.Unmarshal(lines.Bytes(), &history); err != nil {
			log.Fatal(err)
		}
		model, known := models[history.Kind]
		if !known {
			log.Fatalf("there is no model of %q", history.Kind)
		}
		summary.add(history)
		if isExplained(model)(history.Operations) {
			continue
		}
		summary.Unexplained++
		report(history, smallest(isExplained(model), history.Operations))
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
	said, _ := json.Marshal(summary)
	fmt.Println(string(said))
	if summary.Unexplained > 0 {
		os.Exit(1)
	}
}

func isExplained(model porcupine.Model) func([]Operation) bool {
	return func(operations []Operation) bool {
		switch porcupine.CheckOperationsTimeout(model, toPorcupine(operations), patience) {
		case porcupine.Ok:
			return true
		case porcupine.Unknown:
			log.Fatalf("not known after %s whether %d operations have an order", patience, len(operations))
		}
		return false
	}
}

func (s *Summary) add(history History) {
	s.Histories++
	s.Operations += len(history.Operations)
	s.Overlapping += overlapping(history.Operations)
	for _, one := range history.Operations {
		if one.Output == nil {
			s.Unanswered++
		}
	}
}

func report(history History, found []Operation) {
	fmt.Printf("%s %s: no order explains these\n", history.Kind, history.Object)
	for _, one := range found {
		fmt.Println(one)
	}
}
