import { pathOf, type IconName } from '../icon.tsx'
import classes from './illustration.module.css'

/** Sheets of paper with a seal on them that says what they are about: a drawing beside a text. */
export function Illustration({ icon }: { readonly icon: IconName }) {
  return (
    <svg
      className={classes.drawing}
      width={152}
      height={112}
      viewBox="0 0 152 112"
      aria-hidden="true"
      focusable="false"
    >
      <ellipse className={classes.shade} cx="76" cy="102" rx="58" ry="7" />
      <g className={classes.sheet}>
        <rect x="37" y="14" width="66" height="84" rx="5" transform="rotate(-9 70 56)" />
        <path d="M47 8h45l15 15v71a5 5 0 0 1-5 5H47a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z" />
        <path d="M92 8v10a5 5 0 0 0 5 5h10" />
      </g>
      <path className={classes.lines} d="M54 30h26M54 42h40M54 54h36M54 66h14" />
      <path className={classes.signature} d="M54 84c5-9 8-9 8-3s4 4 7-1 4-2 6 0 4 1 6-1" />
      <g transform="rotate(8 102 76)">
        <rect className={classes.seal} x="81" y="55" width="42" height="42" rx="9" />
        <path
          className={classes.icon}
          d={pathOf(icon)}
          transform="translate(88.8 62.8) scale(1.1)"
        />
      </g>
    </svg>
  )
}
