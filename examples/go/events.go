package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
)

const eventTables = `
create table if not exists workflow_event_positions (
  tenant_id text not null,
  instance_id text not null,
  last_sequence integer not null,
  last_event_id text not null,
  primary key (tenant_id, instance_id)
)`

// event is what this application reads of one; members that it does not know are none of its business.
type event struct {
	EventID    string `json:"eventId"`
	Sequence   int64  `json:"sequence"`
	Type       string `json:"type"`
	Status     string `json:"status"`
	TenantID   string `json:"tenantId"`
	InstanceID string `json:"instanceId"`
	BizType    string `json:"bizType"`
	BizID      string `json:"bizId"`
}

func parseEvent(body []byte, tenantID, bizType, signedID string) (event, error) {
	var found event
	err := json.Unmarshal(body, &found)
	switch {
	case err != nil || found.EventID == "" || found.InstanceID == "" || found.Type == "" || found.Status == "" || found.Sequence < 1:
		return event{}, refused{http.StatusBadRequest, "the body is not a workflow event"}
	case found.EventID != signedID:
		return event{}, refused{http.StatusUnauthorized, "another event was signed"}
	case found.TenantID != tenantID:
		return event{}, refused{http.StatusForbidden, "the token is for another tenant"}
	case found.BizType != bizType:
		return event{}, refused{http.StatusForbidden, "the event is about a type that is not ours"}
	}
	return found, nil
}

// applyOnce answers the status and body: the change and its mark are one transaction, so what is
// answered 200 is stored, and what is not comes again.
func applyOnce(ctx context.Context, database *sql.DB, e event, apply func(*sql.Tx, event) error) (int, any, error) {
	// SQLite takes its lock at once (_txlock=immediate), so that two deliveries of one instance wait for
	// each other. In a database with locks of rows, lock the row of the instance (select … for update).
	tx, err := database.BeginTx(ctx, nil)
	if err != nil {
		return 0, nil, err
	}
	defer tx.Rollback()
	var last int64
	var lastID string
	err = tx.QueryRowContext(ctx, `select last_sequence, last_event_id from workflow_event_positions
		where tenant_id = ? and instance_id = ?`, e.TenantID, e.InstanceID).Scan(&last, &lastID)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, nil, err
	}
	switch {
	case e.Sequence == last && e.EventID != lastID:
		return 0, nil, refused{http.StatusUnprocessableEntity, "this number was used for another event"}
	case e.Sequence <= last:
		return http.StatusOK, map[string]bool{"applied": false}, nil
	case e.Sequence > last+1:
		// Delivery goes back to the one that is missing.
		return http.StatusConflict, map[string]int64{"expected": last + 1}, nil
	}
	if err := apply(tx, e); err != nil {
		return 0, nil, err
	}
	if _, err := tx.ExecContext(ctx, `insert into workflow_event_positions values (?, ?, ?, ?)
		on conflict (tenant_id, instance_id) do update
		set last_sequence = excluded.last_sequence, last_event_id = excluded.last_event_id`,
		e.TenantID, e.InstanceID, e.Sequence, e.EventID); err != nil {
		return 0, nil, err
	}
	return http.StatusOK, map[string]bool{"applied": true}, tx.Commit()
}
