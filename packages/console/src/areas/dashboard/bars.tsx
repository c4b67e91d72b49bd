import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../text/i18n.ts'
import classes from './dashboard.module.css'
import type { ApprovalsLink } from './links.ts'

export interface Bar {
  readonly key: string
  readonly label: string
  readonly hint?: string
  readonly value: number
  /** The value as it is read: "3.5 h". */
  readonly text: string
  /** A part of the value that stands out, such as what is overdue. */
  readonly part?: { readonly value: number; readonly text: string }
  /** The list behind it. */
  readonly link?: ApprovalsLink | undefined
}

/**
 * Bars with their words beside them. A table underneath for whoever does not see it, and because
 * the numbers are the point.
 */
export function Bars(props: {
  readonly title: string
  readonly valueName: string
  readonly bars: readonly Bar[]
}) {
  const { t } = useTranslation('dashboard')
  const most = Math.max(...props.bars.map(({ value }) => value), 0)
  if (props.bars.length === 0) return <p className={classes.none}>{t('nothing')}</p>
  return (
    <table className={classes.bars}>
      <caption className={classes.hidden}>{props.title}</caption>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('column.name')}</th>
          <th scope="col">{props.valueName}</th>
        </tr>
      </thead>
      <tbody>
        {props.bars.map(({ key, label, hint, value, text, part, link }) => (
          <tr key={key}>
            <th scope="row" title={hint}>
              {link === undefined ? (
                label
              ) : (
                <Link to="/approvals" search={link}>
                  {label}
                </Link>
              )}
            </th>
            <td>
              <span className={classes.track} aria-hidden="true">
                <span className={classes.bar} style={{ width: share(value, most) }}>
                  {part !== undefined && (
                    <span className={classes.part} style={{ width: share(part.value, value) }} />
                  )}
                </span>
              </span>
              <span className={classes.value}>
                {text}
                {part !== undefined && part.value > 0 && (
                  <span className={classes.partText}> · {part.text}</span>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const share = (value: number, whole: number) => `${whole === 0 ? 0 : (100 * value) / whole}%`
