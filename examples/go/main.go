// A business application in Go: its people file expenses, the platform has them approved.
//
// Settings: PLATFORM_URL, ORIGIN (where the platform reaches this program), BIZ_TYPE, DATABASE, PORT.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	_ "modernc.org/sqlite"
)

// outgoing follows no redirect: an answer from elsewhere is not the platform's.
var outgoing = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

type application struct {
	platform, bizType string
	database          *sql.DB
	people, workflow  tokens
	signatures        *signatures
}

func main() {
	platform := setting("PLATFORM_URL", "http://localhost:8080")
	port := setting("PORT", "8090")
	origin := setting("ORIGIN", "http://localhost:"+port)
	database, err := sql.Open("sqlite", "file:"+setting("DATABASE", "expenses.sqlite")+
		"?_txlock=immediate&_pragma=busy_timeout(30000)&_pragma=journal_mode(wal)")
	if err != nil {
		log.Fatal(err)
	}
	if _, err := database.Exec(eventTables + ";" + expenseTables); err != nil {
		log.Fatal(err)
	}
	ctx := oidc.ClientContext(context.Background(), outgoing)
	app := &application{
		platform: platform,
		bizType:  setting("BIZ_TYPE", "expense-go"),
		database: database,
		people:   newTokens(ctx, platform, platform),
		// A token of a delivery names its receiver in aud: one for another application is refused here.
		workflow:   newTokens(ctx, platform, origin),
		signatures: &signatures{url: platform + "/api/bpm/v1/event-keys", client: outgoing, now: time.Now},
	}
	server := &http.Server{
		Addr:              "127.0.0.1:" + port,
		Handler:           app.routes(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       20 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func (app *application) routes() http.Handler {
	routes := http.NewServeMux()
	routes.HandleFunc("POST /expenses", answering(app.fileExpense))
	routes.HandleFunc("POST /expenses/{id}/approval", answering(app.askAgain))
	routes.HandleFunc("GET /expenses/{id}", answering(app.showExpense))
	routes.HandleFunc("POST /internal/bpm-events", answering(app.receiveEvent))
	return routes
}

func answering(work func(*http.Request) (int, any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		status, body, err := work(r)
		if err != nil {
			status, body = explain(err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body)
	}
}

func explain(err error) (int, any) {
	var why refused
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &why):
		return why.status, map[string]any{"title": why.reason, "status": why.status}
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge, map[string]any{"title": "the body is too large"}
	}
	log.Print(err)
	return http.StatusInternalServerError, map[string]any{"title": "it failed here"}
}

func (app *application) fileExpense(r *http.Request) (int, any, error) {
	who, err := app.people.person(r)
	if err != nil {
		return 0, nil, err
	}
	var wanted expense
	if err := json.NewDecoder(r.Body).Decode(&wanted); err != nil {
		return 0, nil, refused{http.StatusBadRequest, "the body is not an expense"}
	}
	filed, err := insertExpense(r.Context(), app.database, who, wanted)
	if err != nil {
		return 0, nil, err
	}
	return app.start(r, filed)
}

// askAgain is for when no answer came.
func (app *application) askAgain(r *http.Request) (int, any, error) {
	found, err := app.find(r)
	if err != nil {
		return 0, nil, err
	}
	return app.start(r, found)
}

func (app *application) showExpense(r *http.Request) (int, any, error) {
	found, err := app.find(r)
	return http.StatusOK, found, err
}

func (app *application) find(r *http.Request) (expense, error) {
	who, err := app.people.person(r)
	if err != nil {
		return expense{}, err
	}
	return findExpense(r.Context(), app.database, who, r.PathValue("id"))
}

func (app *application) start(r *http.Request, e expense) (int, any, error) {
	status, approval, err := startApproval(r.Context(), app.platform, app.bizType, r.Header.Get("Authorization"), e)
	if status == http.StatusOK {
		status = http.StatusCreated
	}
	return status, map[string]any{"id": e.ID, "approval": approval}, err
}

func (app *application) receiveEvent(r *http.Request) (int, any, error) {
	// The token first, before a byte of the body is read.
	who, err := app.workflow.workflow(r, "countersign-workflow")
	if err != nil {
		return 0, nil, err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, err
	}
	signedID, err := app.signatures.verify(r, body)
	if err != nil {
		return 0, nil, err
	}
	found, err := parseEvent(body, who.TenantID, app.bizType, signedID)
	if err != nil {
		return 0, nil, err
	}
	return applyOnce(r.Context(), app.database, found, applyToExpense)
}
