import { useEffect, useRef, useState, type RefObject } from 'react'

const faulty = '[aria-invalid=true], input[data-error]'

/**
 * Says what a form lacks once somebody has tried to send it, and leads to the first of it. The browser does that for
 * most fields; those in which one chooses have no value that it could see.
 *
 * @returns `tell` for the try, `isTold` from then on, `within` for what stands around the fields.
 */
export function useMissing<Around extends HTMLElement>(): {
  readonly within: RefObject<Around | null>
  readonly isTold: boolean
  readonly tell: () => void
} {
  const [tries, setTries] = useState(0)
  const within = useRef<Around>(null)
  useEffect(() => {
    if (tries > 0) within.current?.querySelector<HTMLElement>(faulty)?.focus()
  }, [tries])
  return { within, isTold: tries > 0, tell: () => setTries(tries + 1) }
}
