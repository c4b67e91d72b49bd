const { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } = globalThis.oidc
const find = (id) => document.getElementById(id)

const manager = new UserManager({
  ...(await fetch('/settings.json').then((answer) => answer.json())),
  redirect_uri: `${location.origin}/callback`,
  scope: 'openid profile',
  // In the memory of this page, and in no storage: nobody who comes later finds a token.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  // A page that is left open would keep somebody signed in who has gone.
  automaticSilentRenew: false,
})

// Each poll may renew the token, which is use of the session: so only while somebody is there.
const awayAfterMs = 15 * 60_000
let usedAt = Date.now()
for (const sign of ['keydown', 'pointerdown', 'pointermove', 'wheel'])
  document.addEventListener(sign, () => (usedAt = Date.now()), { capture: true, passive: true })
const isUsed = () => !document.hidden && Date.now() - usedAt < awayAfterMs

// Whoever is signed in at the platform comes straight back.
if (location.pathname !== '/callback') await signIn().catch(offerSignIn)
else void manager.signinCallback().then(show, beginAgain).catch(offerSignIn)

function signIn() {
  return manager.signinRedirect({ state: location.pathname })
}

function beginAgain(error) {
  history.replaceState(null, '', error.state ?? '/')
  if (error instanceof ErrorResponse) throw error
  // A bookmark of this address knows nothing of its beginning.
  return signIn()
}

function offerSignIn({ message }) {
  find('said').textContent = message
  find('form').hidden = true
  find('sign-in').hidden = false
}

async function show({ profile, state }) {
  history.replaceState(null, '', state ?? '/')
  find('name').textContent = profile.name
  listenTo(find('form'))
  // Not before: it would be sent by the browser itself.
  find('form').hidden = location.pathname !== '/'
  for (;;) {
    if (isUsed()) await list().catch(goOn)
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** The application may be away for a moment; a session that has ended does not come back. */
function goOn(error) {
  if (error.error === 'invalid_grant') throw error
}

/** What is sent again as it is, as when its answer was lost, is the same trip. */
function listenTo(form) {
  let id = crypto.randomUUID()
  form.addEventListener('input', () => (id = crypto.randomUUID()))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { reason, amount } = Object.fromEntries(new FormData(form))
    const button = form.querySelector('button')
    button.disabled = true
    const isStarted = await submit('/api/trips', { id, reason, amount: Number(amount) })
    if (isStarted) id = crypto.randomUUID()
    button.disabled = false
  })
}

async function submit(path, trip) {
  const sent = ask(path, { method: 'POST', body: JSON.stringify(trip) })
  const answer = await sent.catch(({ message }) => ({ title: message }))
  find('said').textContent = answer.approval?.title ?? answer.title
  return answer.approval?.id !== undefined
}

let shown = ''
/** One's own trips, or the one of `detailPath`, at which whoever decides looks. */
async function list() {
  const answer = await ask(location.pathname === '/' ? '/api/trips' : `/api${location.pathname}`)
  const found = JSON.stringify(answer)
  // A button that is replaced loses the focus, and the click that is being made.
  if (found === shown) return
  // A refusal has a title, and no trip has.
  find('trips').replaceChildren(...[answer].flat().map((one) => one.title ?? toLine(one)))
  shown = found
}

function toLine({ id, reason, amount, status }) {
  const line = document.createElement('li')
  line.textContent = `${reason}, ${amount}: ${status} `
  if (status === 'DRAFT') line.append(submitAgain(id))
  return line
}

/** The approval may be there: the answer was lost. Asked for again it is the same, and its events count. */
function submitAgain(id) {
  const button = document.createElement('button')
  button.textContent = 'Submit again'
  button.addEventListener('click', () => void submit(`/api/trips/${id}/approval`))
  return button
}

async function ask(path, options = {}) {
  const headers = { authorization: `Bearer ${await getToken()}` }
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  return (await fetch(path, { ...options, headers })).json()
}

let renewing
/** It is renewed by the refresh token when it is about to end: once for all who ask, since that changes with each use. */
async function getToken() {
  const held = await manager.getUser()
  if (held?.expires_in > 30) return held.access_token
  renewing ??= manager.signinSilent().finally(() => (renewing = undefined))
  return (await renewing).access_token
}
