package main

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
)

// away is a platform that cannot be reached.
type away struct{}

func (away) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("away") }

func TestKeysThatCannotBeRead(t *testing.T) {
	var vectors struct {
		Issuer, Audience string
		Tokens           []struct{ Token, Result string }
	}
	read(t, "access-tokens", &vectors)
	for name, transport := range map[string]http.RoundTripper{"away": away{}, "no keys": published("<html>")} {
		t.Run(name, func(t *testing.T) {
			ctx := oidc.ClientContext(context.Background(), &http.Client{Transport: transport})
			verifier := newTokens(ctx, vectors.Issuer, vectors.Audience)
			for _, vector := range vectors.Tokens {
				request := &http.Request{Header: http.Header{"Authorization": {"Bearer " + vector.Token}}}
				_, err := verifier.verify(request.WithContext(ctx))
				if vector.Result == "good" && !isRefused(err, http.StatusServiceUnavailable) {
					t.Fatalf("got %v", err)
				}
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	database, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "expenses.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	if _, err := database.Exec(expenseTables); err != nil {
		t.Fatal(err)
	}
	who := caller{TenantID: "t", Subject: "o"}
	filed, err := insertExpense(t.Context(), database, who, expense{Amount: 1, Reason: "r"})
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ kind, status, want string }{
		{"instance.started", "RUNNING", "SUBMITTED"},
		{"instance.returned", "RETURNED", "RETURNED"},
		{"instance.resubmitted", "RUNNING", "SUBMITTED"},
		{"instance.approved", "APPROVED", "APPROVED"},
		{"instance.restored", "RUNNING", "SUBMITTED"},
		{"instance.restored", "RETURNED", "RETURNED"},
		{"task.created", "UNHEARD_OF", "RETURNED"},
	} {
		tx, err := database.Begin()
		if err != nil {
			t.Fatal(err)
		}
		e := event{Type: step.kind, Status: step.status, TenantID: "t", BizID: filed.ID}
		if err := errors.Join(applyToExpense(tx, e), tx.Commit()); err != nil {
			t.Fatal(err)
		}
		found, err := findExpense(t.Context(), database, who, filed.ID)
		if err != nil || found.Status != step.want {
			t.Fatalf("after %s %s: got %v, %v", step.kind, step.status, found, err)
		}
	}
}
