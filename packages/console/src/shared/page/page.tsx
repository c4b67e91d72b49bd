import type { ReactNode } from 'react'
import classes from './page.module.css'

/**
 * The content of a page. `fill` gives it the height of the window, for tables that scroll inside;
 * `narrow` a width that is easy to read, for forms.
 */
export function Page(props: {
  readonly children: ReactNode
  readonly fill?: boolean
  readonly narrow?: boolean
}) {
  const kind = [
    classes.page,
    props.fill === true ? classes.fill : '',
    props.narrow === true ? classes.narrow : '',
  ]
  return <div className={kind.join(' ')}>{props.children}</div>
}

/** A sheet of paper on the ground of the page. */
export function Panel(props: { readonly children: ReactNode; readonly label?: string }) {
  return (
    <section className={classes.panel} aria-label={props.label}>
      {props.children}
    </section>
  )
}
