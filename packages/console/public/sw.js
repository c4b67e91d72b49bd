// What the console is without a window: it shows notices that the platform sends to this device, and leads where they do;
// and without a network a page that says so. It keeps nothing, neither files (their names carry
// hashes, the browser's own cache has them) nor answers of the services: a token of one person must not show its
// documents to the next. So a new version has nothing old to clear away, and no running page loses what it needs.

const texts = {
  en: {
    title: 'You are offline',
    text: 'Countersign keeps nothing of your approvals on this device, so there is nothing to show until you are connected again. Nothing was decided in the meantime.',
    again: 'Try again',
    by: 'This page opens by itself as soon as there is a connection.',
    notice: 'Something waits for you',
  },
  'zh-CN': {
    title: '您已离线',
    text: 'Countersign 不会在此设备上保存任何审批内容，因此在重新连接之前无法显示。期间没有作出任何审批决定。',
    again: '重试',
    by: '网络恢复后，此页面会自动打开。',
    notice: '有新的待办事项',
  },
}

const style = `
  :root { color-scheme: light dark; font: 1rem/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif }
  body { display: grid; min-height: 100dvh; margin: 0; place-items: center; background: Canvas; color: CanvasText }
  main { max-width: 26rem; padding: 1.5rem }
  h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3 }
  a { display: inline-block; margin: 0.5rem 0; padding: 0.5rem 1rem; border: 1px solid; border-radius: 8px; color: inherit; text-decoration: none }
  a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px }
  small { display: block }
`

// The person's own choice, which a worker cannot read, before the browser's.
const script = (chosen) => `
  const texts = ${JSON.stringify(texts)}
  let language = '${chosen}'
  try { language = localStorage.getItem('countersign-language') ?? language } catch {}
  const said = texts[language] ?? texts.en
  document.documentElement.lang = language
  document.title = said.title
  for (const part of document.querySelectorAll('[data-text]')) part.textContent = said[part.dataset.text]
  addEventListener('online', () => location.reload())
`

const browserLanguage = () => (navigator.language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en')

function offlinePage() {
  const chosen = browserLanguage()
  const nonce = crypto.randomUUID()
  const html = `<!doctype html>
<html lang="${chosen}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countersign</title>
<style nonce="${nonce}">${style}</style>
<main>
  <h1 data-text="title"></h1>
  <p data-text="text"></p>
  <a href="" data-text="again"></a>
  <small data-text="by"></small>
</main>
<script nonce="${nonce}">${script(chosen)}</script>
</html>`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(html, { headers })
}

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return offlinePage()
  }
}

addEventListener('install', (event) => {
  // Where the browser can, it does not even ask here for anything but pages.
  if (event.addRoutes === undefined) return
  const route = { condition: { not: { requestMode: 'navigate' } }, source: 'network' }
  // Some know the method and not this condition: then every request passes through here.
  event.waitUntil(Promise.resolve(event.addRoutes(route)).catch(() => false))
})

addEventListener('activate', (event) => {
  event.waitUntil(registration.navigationPreload?.enable())
})

addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(openPage(event))
})

// A message that shows nothing costs a page its right to send any: what cannot be read is shown as something that waits.
function readNotice(data) {
  try {
    const { title, lang, url, tag, at } = data.json()
    const isWhole = [title, lang, url, tag].every((part) => typeof part === 'string' && part !== '')
    if (isWhole) return { title, lang, url, tag, at }
  } catch {}
  const lang = browserLanguage()
  return {
    title: texts[lang].notice,
    lang,
    url: '/console/inbox',
    tag: 'countersign',
    at: Date.now(),
  }
}

function showNotice(data) {
  const { title, lang, url, tag, at } = readNotice(data)
  const icon = '/console/icon-192.png'
  // A later one about the same takes the place of the first, and is heard as well.
  const shown = { lang, tag, renotify: true, timestamp: at, icon, data: { url } }
  return registration.showNotification(title, shown)
}

const answerWithinMs = 1_000
// A press lets a window be opened for a few seconds.
const mostAsked = 3
// By where a window began: a browser does not say where it is now. Pages of visitors do not answer.
const beganInConsole = ({ url }) => new URL(url).pathname.startsWith('/console/')

// Asks a window to go there by itself: what is typed in it is not lost. One that does not answer is not ready.
async function askWindow(client, address) {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true))
    port1.start()
    setTimeout(() => resolve(false), answerWithinMs)
  })
  client.postMessage({ open: address }, [port2])
  return answered
}

async function openAddress(url) {
  const { origin, pathname, search } = new URL(url, location.origin)
  const address = origin === location.origin ? pathname + search : '/console/inbox'
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows
    .filter(beganInConsole)
    .toSorted((a, b) => Number(b.focused) - Number(a.focused))
  for (const client of open.slice(0, mostAsked)) {
    // Browsers give the focus only to what a person has just pressed.
    if (await askWindow(client, address)) return client.focus().catch(() => client)
  }
  return clients.openWindow(address)
}

addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openAddress(event.notification.data?.url ?? '/console/inbox'))
})
