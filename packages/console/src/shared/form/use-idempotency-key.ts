import { useCallback, useRef } from 'react'

/**
 * Keys for writes: the same for the same content, so that pressing a button again after a lost
 * answer does nothing twice.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const keys = useRef(new Map<string, string>())
  return useCallback((content) => {
    const text = JSON.stringify(content)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }, [])
}
