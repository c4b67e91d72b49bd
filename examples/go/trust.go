package main

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// refused is a request that is not believed, or not understood; its status says why.
type refused struct {
	status int
	reason string
}

func (r refused) Error() string { return r.reason }

// caller is whom a verified access token is of (RFC 9068).
type caller struct {
	Subject   string `json:"sub"`
	TenantID  string `json:"tenant_id"`
	ClientID  string `json:"client_id"`
	GrantType string `json:"grant_type"`
	Scope     string `json:"scope"`
	ID        string `json:"jti"`
	// Who acts for the subject (RFC 8693 section 4.1): nil when they act themselves.
	Actor json.RawMessage `json:"act"`
	// The key (RFC 9449) or certificate that the token is bound to: nil of a bearer token.
	Binding json.RawMessage `json:"cnf"`
}

// tokens verifies access tokens of one issuer, for one audience, by the keys that it publishes.
type tokens struct{ verifier *oidc.IDTokenVerifier }

func newTokens(ctx context.Context, issuer, audience string) tokens {
	keys := oidc.NewRemoteKeySet(ctx, issuer+"/oauth2/jwks")
	return tokens{oidc.NewVerifier(issuer, keys, &oidc.Config{
		ClientID:             audience,
		SupportedSigningAlgs: []string{oidc.RS256},
	})}
}

func (t tokens) verify(r *http.Request) (caller, error) {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return caller{}, refused{http.StatusUnauthorized, "a bearer token is needed"}
	}
	if !isAccessToken(token) {
		return caller{}, refused{http.StatusUnauthorized, "not an access token"}
	}
	verified, err := t.verifier.Verify(r.Context(), token)
	// That the keys could not be read is not the token's fault; go-oidc says it in words alone.
	if err != nil && strings.HasPrefix(err.Error(), "failed to verify signature: fetching keys") {
		return caller{}, refused{http.StatusServiceUnavailable, "the keys cannot be read"}
	}
	if err != nil {
		return caller{}, refused{http.StatusUnauthorized, "the token is not good"}
	}
	var who caller
	if err := verified.Claims(&who); err != nil || who.Subject == "" || who.ClientID == "" || who.ID == "" || who.TenantID == "" || verified.IssuedAt.IsZero() {
		return caller{}, refused{http.StatusUnauthorized, "the token lacks claims"}
	}
	// Only its holder proves the key: stolen, it is worth nothing.
	if who.Binding != nil {
		return caller{}, refused{http.StatusUnauthorized, "a bound token is no bearer token"}
	}
	return who, nil
}

// What another type names is no access token (RFC 9068 section 4). ID tokens say JWT, as do access tokens of
// clients that ask for it: the audience and client_id tell those apart.
func isAccessToken(token string) bool {
	head, _, _ := strings.Cut(token, ".")
	text, err := base64.RawURLEncoding.DecodeString(head)
	var header struct{ Typ string }
	if err != nil || json.Unmarshal(text, &header) != nil {
		return false
	}
	return slices.Contains([]string{"at+jwt", "application/at+jwt", "jwt"}, strings.ToLower(header.Typ))
}

// person verifies a token of a person who acts themselves: no service, and no agent in their name.
func (t tokens) person(r *http.Request) (caller, error) {
	who, err := t.verify(r)
	switch {
	case err != nil:
		return caller{}, err
	case who.GrantType != "authorization_code" || who.Actor != nil:
		return caller{}, refused{http.StatusForbidden, "a person has to do this themselves"}
	}
	return who, nil
}

// workflow verifies a token of the workflow service, which alone delivers events.
func (t tokens) workflow(r *http.Request, clientID string) (caller, error) {
	who, err := t.verify(r)
	switch {
	case err != nil:
		return caller{}, err
	case who.GrantType != "client_credentials" || who.ClientID != clientID:
		return caller{}, refused{http.StatusForbidden, "not the workflow service"}
	case !slices.Contains(strings.Split(who.Scope, " "), "bpm.events"):
		return caller{}, refused{http.StatusForbidden, "the scope bpm.events is lacking"}
	}
	return who, nil
}

const (
	freshFor  = 5 * time.Minute
	askAgain  = 5 * time.Second
	tolerance = 5 * time.Minute
)

// signatures verifies events: Standard Webhooks, v1a, Ed25519 over "<id>.<timestamp>.<body as it came>".
type signatures struct {
	url    string
	client *http.Client
	mutex  sync.Mutex
	keys   []ed25519.PublicKey
	readAt time.Time
	now    func() time.Time
}

// verify answers the id that was signed: it has to be the eventId of the body.
func (s *signatures) verify(r *http.Request, body []byte) (string, error) {
	id, timestamp := r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return "", refused{http.StatusUnauthorized, "the event is not signed"}
	}
	if age := s.now().Sub(time.Unix(seconds, 0)); age.Abs() > tolerance {
		return "", refused{http.StatusUnauthorized, "the event was signed too long ago"}
	}
	message := append([]byte(id+"."+timestamp+"."), body...)
	// Signed by a key that was published a moment ago, perhaps: ask once more.
	for _, newerThan := range []time.Duration{freshFor, askAgain} {
		keys, err := s.published(r.Context(), newerThan)
		if err != nil {
			return "", refused{http.StatusServiceUnavailable, "the event keys cannot be read"}
		}
		if isSigned(keys, r.Header.Get("webhook-signature"), message) {
			return id, nil
		}
	}
	return "", refused{http.StatusUnauthorized, "the signature of the event is wrong"}
}

func isSigned(keys []ed25519.PublicKey, header string, message []byte) bool {
	for part := range strings.SplitSeq(header, " ") {
		encoded, found := strings.CutPrefix(part, "v1a,")
		signature, err := base64.StdEncoding.DecodeString(encoded)
		if !found || err != nil {
			continue
		}
		for _, key := range keys {
			if ed25519.Verify(key, message, signature) {
				return true
			}
		}
	}
	return false
}

func (s *signatures) published(ctx context.Context, newerThan time.Duration) ([]ed25519.PublicKey, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if time.Since(s.readAt) <= newerThan {
		return s.keys, nil
	}
	keys, err := s.read(ctx)
	if err == nil {
		s.keys, s.readAt = keys, time.Now()
	} else if len(s.keys) == 0 {
		return nil, err
	}
	// Older keys go on serving while the platform is away.
	return s.keys, nil
}

func (s *signatures) read(ctx context.Context) ([]ed25519.PublicKey, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	response, err := s.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var set struct {
		Keys []struct{ Kty, Crv, X string }
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the event keys: %s", response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(&set); err != nil {
		return nil, err
	}
	var keys []ed25519.PublicKey
	for _, key := range set.Keys {
		x, err := base64.RawURLEncoding.DecodeString(key.X)
		if err == nil && key.Kty == "OKP" && key.Crv == "Ed25519" && len(x) == ed25519.PublicKeySize {
			keys = append(keys, x)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("the event keys: none is usable")
	}
	return keys, nil
}
