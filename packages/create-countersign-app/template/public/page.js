const { InMemoryWebStorage, UserManager, WebStorageStateStore } = globalThis.oidc
const find = (id) => document.getElementById(id)

const manager = new UserManager({
  ...(await fetch('/settings.json').then((answer) => answer.json())),
  redirect_uri: `${location.origin}/callback`,
  scope: 'openid profile',
  // In the memory of this page, and in no storage: nobody who comes later finds a token.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
})

// Whoever is signed in at the platform comes straight back.
if (location.pathname !== '/callback') await manager.signinRedirect()
else void show(await manager.signinCallback())

async function show({ profile }) {
  history.replaceState(null, '', '/')
  find('name').textContent = profile.name
  find('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const { reason, amount } = Object.fromEntries(new FormData(event.target))
    void submit('/api/trips', { reason, amount: Number(amount) })
  })
  // Not before: it would be sent by the browser itself.
  find('form').hidden = false
  for (;;) {
    // The application may be away for a moment.
    await list().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function submit(path, trip) {
  const sent = ask(path, { method: 'POST', body: JSON.stringify(trip) })
  const answer = await sent.catch(({ message }) => ({ title: message }))
  find('said').textContent = answer.approval?.title ?? answer.title
}

let shown = ''
async function list() {
  const trips = await ask('/api/trips')
  const found = JSON.stringify(trips)
  // A button that is replaced loses the focus, and the click that is being made.
  if (found === shown) return
  find('trips').replaceChildren(...trips.map(toLine))
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

/** A token is renewed by the refresh token when it is about to end. */
async function ask(path, options = {}) {
  const held = await manager.getUser()
  const user = held?.expires_in > 30 ? held : await manager.signinSilent()
  const headers = { authorization: `Bearer ${user.access_token}` }
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  return (await fetch(path, { ...options, headers })).json()
}
