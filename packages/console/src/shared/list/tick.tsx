import type { ComponentProps } from 'react'
import classes from './data-table.module.css'

export interface Choice {
  readonly chosen: ReadonlySet<string>
  readonly change: (chosen: ReadonlySet<string>) => void
}

/** A checkbox as the browser draws it: rows come by the dozen with each frame that is scrolled. */
export function Tick({ label, ...rest }: { readonly label: string } & ComponentProps<'input'>) {
  return <input type="checkbox" className={classes.tick} aria-label={label} {...rest} />
}
