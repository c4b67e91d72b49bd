package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/anishathalye/porcupine"
)

// History is what was done to one object: a line of what is checked.
type History struct {
	Object     string      `json:"object"`
	Kind       string      `json:"kind"` // approval or permit
	Operations []Operation `json:"operations"`
}

// Operation is one request, with the moments at which it was sent and answered, in nanoseconds of one clock.
type Operation struct {
	Client string  `json:"client"`
	Call   int64   `json:"call"`
	Return int64   `json:"return"` // of no meaning without an output
	Input  Input   `json:"input"`
	Output *Output `json:"output"` // null: nobody heard what became of it, it may be done at any later time
}

// Input is what was asked for. Tasks have the number that they came up in their approval, from 1.
type Input struct {
	Do       string `json:"do"`
	By       string `json:"by"`
	Task     int    `json:"task,omitempty"`
	Key      string `json:"key,omitempty"`      // of a request that may be repeated
	Revision int    `json:"revision,omitempty"` // of the task, as the person has read it
}

// Output is what was answered.
type Output struct {
	Status       int    `json:"status"`
	Code         string `json:"code,omitempty"`
	Approval     string `json:"approval,omitempty"` // its status
	Revision     int    `json:"revision,omitempty"` // of the approval: how many actions it has seen
	Task         int    `json:"task,omitempty"`
	State        string `json:"state,omitempty"`
	Holder       string `json:"holder,omitempty"`
	TaskRevision int    `json:"taskRevision,omitempty"`
	ID           string `json:"id,omitempty"` // of what was started
}

const never = math.MaxInt64

func (o Operation) end() int64 {
	if o.Output == nil {
		return never
	}
	return o.Return
}

// changesNothing: reads and refusals can be left out, and what is left has the same orders.
func (o Operation) changesNothing() bool {
	return o.Output != nil && (o.Output.Status >= 400 || strings.HasPrefix(o.Input.Do, "read"))
}

func toPorcupine(operations []Operation) []porcupine.Operation {
	converted := make([]porcupine.Operation, len(operations))
	for at, one := range operations {
		converted[at] = porcupine.Operation{ClientId: at, Input: one.Input, Call: one.Call, Output: one.Output, Return: one.end()}
	}
	return converted
}

// overlapping counts those during which something else was asked of the same object.
func overlapping(operations []Operation) int {
	count := 0
	for at, one := range operations {
		for other, two := range operations {
			if at != other && one.Call <= two.end() && two.Call <= one.end() {
				count++
				break
			}
		}
	}
	return count
}

func (o Operation) String() string {
	var text strings.Builder
	ended := "         …"
	if o.Output != nil {
		ended = fmt.Sprintf("%10.3f", float64(o.Return)/1e6)
	}
	fmt.Fprintf(&text, "%10.3f %s ms  %-12s %s", float64(o.Call)/1e6, ended, o.Client, o.Input)
	if o.Output == nil {
		text.WriteString(" → unanswered")
	} else {
		fmt.Fprintf(&text, " → %s", *o.Output)
	}
	return text.String()
}

func (i Input) String() string {
	text := i.By + " " + i.Do
	if i.Task != 0 {
		text += fmt.Sprintf(" task %d", i.Task)
	}
	if i.Revision != 0 {
		text += fmt.Sprintf(" if at revision %d", i.Revision)
	}
	if i.Key != "" {
		text += " [" + i.Key + "]"
	}
	return text
}

func (o Output) String() string {
	text := fmt.Sprint(o.Status)
	for _, part := range []string{o.Code, o.ID, o.Approval} {
		if part != "" {
			text += " " + part
		}
	}
	if o.Revision != 0 {
		text += fmt.Sprintf(" at %d", o.Revision)
	}
	if o.Task != 0 || o.State != "" {
		text += fmt.Sprintf(", task %d %s %s at %d", o.Task, o.State, o.Holder, o.TaskRevision)
	}
	return text
}
