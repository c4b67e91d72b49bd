import assert from 'node:assert/strict'
import { labelDevice } from './device-label.ts'
import { chooseLanguage, LANGUAGES, toLanguage } from './language.ts'

export const reads = 'Accept-Language, User-Agent'
export const tries = 3000
export const seeds = [
  'zh-Hans-CN,zh;q=0.9,en;q=0.8',
  'fr;q=1.0, *;q=0.5;x=1',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
]
export const mostBytes = 16_384

/** Nothing is thrown: there is a language for everybody. */
export function check(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  assert.ok(LANGUAGES.includes(chooseLanguage(undefined, text)))
  assert.ok(LANGUAGES.includes(chooseLanguage(text, undefined)))
  const language = toLanguage(text)
  assert.ok(language === undefined || LANGUAGES.includes(language))
  labelDevice(text)
}
