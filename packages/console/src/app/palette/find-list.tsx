import { Icon } from '../../shared/icon.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { groups, type Find } from './find.ts'
import classes from './palette.module.css'

/** The finds by their groups; which one the keyboard is on, the field above says. */
export function FindList(props: {
  readonly id: string
  readonly finds: readonly Find[]
  readonly place: number
  readonly onRun: (find: Find) => void
}) {
  const { t } = useTranslation('palette')
  const { id, finds, place, onRun } = props
  const numbered = finds.map((find, index) => ({ find, index }))
  return (
    <div id={id} role="listbox" aria-label={t('title')} className={classes.list}>
      {groups.map((group) => {
        const members = numbered.filter(({ find }) => find.group === group)
        if (members.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} role="presentation" className={classes.group}>
              {t(`group.${group}`)}
            </div>
            {members.map(({ find, index }) => (
              <div
                key={find.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === place}
                className={classes.option}
                // The field keeps the focus.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onRun(find)}
              >
                <Icon name={find.icon} size={18} />
                <span className={classes.label}>{find.label}</span>
                {find.hint !== undefined && <span className={classes.hint}>{find.hint}</span>}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}
