import { findProgram } from '@countersign/test-kit/optional-tools'
import { chromium, type Browser } from 'playwright-core'

const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the Chromium of the machine; its profile is a fresh folder. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findProgram('chromium', process.env)
  if (executablePath === undefined) throw new Error('there is no Chromium here')
  return chromium.launch({ executablePath, args: quiet })
}
