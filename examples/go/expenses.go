package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
)

const expenseTables = `
create table if not exists expenses (
  id text primary key,
  tenant_id text not null,
  owner_id text not null,
  amount integer not null,
  reason text not null,
  status text not null
)`

type expense struct {
	ID     string `json:"id"`
	Amount int64  `json:"amount"`
	Reason string `json:"reason"`
	Status string `json:"status"`
}

// insertExpense comes first: what is to be approved is there, whatever becomes of the request to approve it.
func insertExpense(ctx context.Context, database *sql.DB, who caller, wanted expense) (expense, error) {
	wanted.ID, wanted.Status = rand.Text(), "DRAFT"
	_, err := database.ExecContext(ctx, `insert into expenses values (?, ?, ?, ?, ?, ?)`,
		wanted.ID, who.TenantID, who.Subject, wanted.Amount, wanted.Reason, wanted.Status)
	return wanted, err
}

// findExpense looks in the tenant of the token and nowhere else; what is another's does not exist.
func findExpense(ctx context.Context, database *sql.DB, who caller, id string) (expense, error) {
	found := expense{ID: id}
	err := database.QueryRowContext(ctx, `select amount, reason, status from expenses
		where tenant_id = ? and id = ? and owner_id = ?`, who.TenantID, id, who.Subject).
		Scan(&found.Amount, &found.Reason, &found.Status)
	if errors.Is(err, sql.ErrNoRows) {
		err = refused{http.StatusNotFound, "there is no such expense"}
	}
	return found, err
}

// outcomes are by what the approval is after an event, of whatever type: one that came back is submitted again, and
// one that the platform was restored to (instance.restored) may be what it was long before.
var outcomes = map[string]string{
	"RUNNING":    "SUBMITTED",
	"SUSPENDED":  "SUBMITTED",
	"RETURNED":   "RETURNED",
	"APPROVED":   "APPROVED",
	"REJECTED":   "REJECTED",
	"WITHDRAWN":  "WITHDRAWN",
	"TERMINATED": "TERMINATED",
}

// applyToExpense changes nothing for states that say nothing about the expense: more may come.
func applyToExpense(tx *sql.Tx, e event) error {
	status, known := outcomes[e.Status]
	if !known {
		return nil
	}
	_, err := tx.Exec(`update expenses set status = ? where tenant_id = ? and id = ?`, status, e.TenantID, e.BizID)
	return err
}

// startApproval uses the person's own token: it is their right, and their name stands in the record. The
// key makes it one approval, however often it is sent.
func startApproval(ctx context.Context, platform, bizType, authorization string, e expense) (int, json.RawMessage, error) {
	body, err := json.Marshal(map[string]any{
		"bizType":        bizType,
		"bizId":          e.ID,
		"title":          e.Reason,
		"variables":      map[string]any{"amount": e.Amount, "reason": e.Reason},
		"idempotencyKey": "expense-" + e.ID,
	})
	if err != nil {
		return 0, nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost,
		platform+"/api/bpm/v1/process-instances", bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Authorization", authorization)
	request.Header.Set("Content-Type", "application/json")
	response, err := outgoing.Do(request)
	if err != nil {
		return 0, nil, refused{http.StatusBadGateway, "the platform does not answer: ask again"}
	}
	defer response.Body.Close()
	var answer json.RawMessage
	err = json.NewDecoder(response.Body).Decode(&answer)
	return response.StatusCode, answer, err
}
