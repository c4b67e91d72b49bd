import { chromium, type Browser } from 'playwright-core'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the Chromium of this machine; empty without one, and then its tests are left out. */
    chromium: string
  }
}

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that a test makes up has no address, and would be asked before it may call localhost.
  '--disable-features=LocalNetworkAccessChecks',
]

/** Starts a real browser with a fresh profile. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('chromium'), args: quiet })
}
