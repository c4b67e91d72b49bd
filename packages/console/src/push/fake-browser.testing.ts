import { onTestFinished } from 'vitest'

/** What stands for the browser's own part: its service worker, its push service and the person it asks. */
export interface FakeBrowser {
  /** What the person answers when they are asked. */
  says: NotificationPermission
  permission: NotificationPermission
  /** The subscription that the browser has; each new one has another address. */
  endpoint: string | undefined
  applicationServerKey: string | undefined
  /** The push service cannot be reached. */
  isCutOff: boolean
  /** Notices that are shown. */
  shown: number
  /** How often something was subscribed or given up. */
  readonly done: string[]
}

const toBuffer = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  ).buffer

/** Gives the page a browser with the Push API, for one test. */
export function fakeBrowser(more: Partial<FakeBrowser> = {}): FakeBrowser {
  const browser: FakeBrowser = {
    says: 'granted',
    permission: 'default',
    endpoint: undefined,
    applicationServerKey: undefined,
    isCutOff: false,
    shown: 0,
    done: [],
    ...more,
  }
  const registration = registrationOf(browser)
  const container = Object.assign(new EventTarget(), {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  })
  const notification = {
    get permission() {
      return browser.permission
    },
    requestPermission: async () => {
      browser.permission = browser.says
      return browser.says
    },
  }
  define(navigator, 'serviceWorker', container)
  define(window, 'PushManager', {})
  define(window, 'Notification', notification)
  return browser
}

function registrationOf(browser: FakeBrowser) {
  return {
    getNotifications: async () =>
      Array.from({ length: browser.shown }, () => ({ close: () => (browser.shown -= 1) })),
    pushManager: {
      getSubscription: async () => subscriptionOf(browser),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (browser.isCutOff) throw new DOMException('no push service', 'AbortError')
        browser.done.push('subscribe')
        browser.endpoint ??= `https://push.example.net/${browser.done.length}`
        browser.applicationServerKey = applicationServerKey
        return subscriptionOf(browser)
      },
    },
  }
}

function subscriptionOf(browser: FakeBrowser) {
  const { endpoint, applicationServerKey: key } = browser
  if (endpoint === undefined) return null
  return {
    endpoint,
    options: { applicationServerKey: key === undefined ? null : toBuffer(key) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      browser.done.push('unsubscribe')
      browser.endpoint = undefined
      return true
    },
  }
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(target, name))
}
