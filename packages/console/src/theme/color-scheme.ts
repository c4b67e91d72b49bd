import { localStorageColorSchemeManager } from '@mantine/core'

/** Remembers light, dark or the system's choice; `public/scheme.js` reads the same entry. */
export const colorSchemeManager = localStorageColorSchemeManager({
  key: 'countersign-color-scheme',
})

/** The nonce of this answer, which the gateway puts into the page. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
