package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// The published test vectors (packages/contracts), given to what this application believes.

func read(t *testing.T, name string, into any) []byte {
	t.Helper()
	folder := os.Getenv("CONTRACTS")
	if folder == "" {
		folder = "../../packages/contracts"
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".vectors.json"))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// published answers each request with the keys of the vectors.
type published []byte

func (p published) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(bytes.NewReader(p)),
	}, nil
}

func isRefused(err error, status int) bool {
	var why refused
	return errors.As(err, &why) && why.status == status
}

func TestAccessTokens(t *testing.T) {
	var vectors struct {
		Issuer, Audience string
		Tokens, Tenants  []struct{ Name, Token, Result, Subject, TenantID string }
	}
	text := read(t, "access-tokens", &vectors)
	ctx := oidc.ClientContext(context.Background(), &http.Client{Transport: published(text)})
	verifier := newTokens(ctx, vectors.Issuer, vectors.Audience)
	for _, vector := range slices.Concat(vectors.Tokens, vectors.Tenants) {
		t.Run(vector.Name, func(t *testing.T) {
			request := &http.Request{Header: http.Header{"Authorization": {"Bearer " + vector.Token}}}
			who, err := verifier.verify(request.WithContext(ctx))
			switch {
			case vector.Result == "good" && (err != nil || who.Subject != vector.Subject || who.TenantID != vector.TenantID):
				t.Fatalf("got %v, %v", who, err)
			case vector.Result == "refused" && !isRefused(err, http.StatusUnauthorized):
				t.Fatalf("not refused: %v, %v", who, err)
			}
		})
	}
}

func TestPeople(t *testing.T) {
	var vectors struct {
		Issuer, Audience string
		People           []struct{ Name, Token, Result, Subject string }
	}
	text := read(t, "access-tokens", &vectors)
	ctx := oidc.ClientContext(context.Background(), &http.Client{Transport: published(text)})
	verifier := newTokens(ctx, vectors.Issuer, vectors.Audience)
	for _, vector := range vectors.People {
		t.Run(vector.Name, func(t *testing.T) {
			request := &http.Request{Header: http.Header{"Authorization": {"Bearer " + vector.Token}}}
			who, err := verifier.person(request.WithContext(ctx))
			switch {
			case vector.Result == "good" && (err != nil || who.Subject != vector.Subject):
				t.Fatalf("got %v, %v", who, err)
			case vector.Result == "refused" && !isRefused(err, http.StatusForbidden):
				t.Fatalf("not refused: %v, %v", who, err)
			}
		})
	}
}

func TestSignatures(t *testing.T) {
	var vectors struct {
		NowSeconds int64
		Signatures []map[string]string
	}
	text := read(t, "events", &vectors)
	verifier := &signatures{
		url:    "https://platform.example/api/bpm/v1/event-keys",
		client: &http.Client{Transport: published(text)},
		now:    func() time.Time { return time.Unix(vectors.NowSeconds, 0) },
	}
	for _, vector := range vectors.Signatures {
		t.Run(vector["name"], func(t *testing.T) {
			request := &http.Request{Header: http.Header{}}
			for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
				request.Header.Set(name, vector[name])
			}
			id, err := verifier.verify(request.WithContext(context.Background()), []byte(vector["body"]))
			switch {
			case vector["result"] == "good" && (err != nil || id != vector["webhook-id"]):
				t.Fatalf("got %q, %v", id, err)
			case vector["result"] == "refused" && !isRefused(err, http.StatusUnauthorized):
				t.Fatalf("not refused: %q, %v", id, err)
			}
		})
	}
}

func TestSequences(t *testing.T) {
	var vectors struct {
		Sequences []struct {
			Name       string
			Deliveries []struct {
				Sequence int64
				EventID  string
				Status   int
				Expected int64
			}
			Applied []int64
		}
	}
	read(t, "events", &vectors)
	for _, vector := range vectors.Sequences {
		t.Run(vector.Name, func(t *testing.T) {
			database, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "events.sqlite")+"?_txlock=immediate")
			if err != nil {
				t.Fatal(err)
			}
			defer database.Close()
			if _, err := database.Exec(eventTables); err != nil {
				t.Fatal(err)
			}
			var applied []int64
			for _, delivery := range vector.Deliveries {
				e := event{EventID: delivery.EventID, Sequence: delivery.Sequence, TenantID: "t", InstanceID: "i"}
				status, answer, err := applyOnce(t.Context(), database, e, func(_ *sql.Tx, e event) error {
					applied = append(applied, e.Sequence)
					return nil
				})
				var why refused
				if errors.As(err, &why) {
					status = why.status
				}
				expected, _ := answer.(map[string]int64)
				if status != delivery.Status || expected["expected"] != delivery.Expected {
					t.Fatalf("number %d: got %d %v %v", delivery.Sequence, status, answer, err)
				}
			}
			if !slices.Equal(applied, vector.Applied) {
				t.Fatalf("applied %v", applied)
			}
		})
	}
}
