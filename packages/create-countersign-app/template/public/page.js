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
  find('form').addEventListener('submit', async (event) => {
    event.preventDefault()
    const { reason, amount } = Object.fromEntries(new FormData(event.target))
    const trip = { reason, amount: Number(amount) }
    const answer = await ask('/api/trips', { method: 'POST', body: JSON.stringify(trip) })
    find('said').textContent = answer.approval?.title ?? answer.title
  })
  // Not before: it would be sent by the browser itself.
  find('form').hidden = false
  for (;;) {
    await list()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function list() {
  const lines = (await ask('/api/trips')).map(({ reason, amount, status }) => {
    const line = document.createElement('li')
    line.textContent = `${reason}, ${amount}: ${status}`
    return line
  })
  find('trips').replaceChildren(...lines)
}

/** A token is renewed by the refresh token when it is about to end. */
async function ask(path, options = {}) {
  const held = await manager.getUser()
  const user = held?.expires_in > 30 ? held : await manager.signinSilent()
  const headers = { authorization: `Bearer ${user.access_token}` }
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  return (await fetch(path, { ...options, headers })).json()
}
