import { Link, useRouterState } from '@tanstack/react-router'
import { navigation } from '../../areas/navigation.ts'
import { useMe } from '../../me/me.ts'
import { Icon } from '../../shared/icon.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { sections, type NavigationEntry, type Section } from '../area.ts'
import classes from './shell.module.css'
import { useFolds } from './use-folds.ts'

/** Where this person can go: what they may not open is not offered. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const me = useMe()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const offered = navigation.filter(({ isFor }) => isFor === undefined || isFor(me))
  const here = offered.find(({ to }) => path === to || path.startsWith(`${to}/`))
  const { isOpen, toggle } = useFolds(here?.section)
  return sections.map((section) => {
    const entries = offered.filter((entry) => entry.section === section)
    if (entries.length === 0) return null
    return (
      <Fold
        key={section}
        section={section}
        entries={entries}
        isOpen={isOpen(section)}
        onToggle={() => toggle(section)}
        onGo={onGo}
      />
    )
  })
}

interface FoldProps {
  readonly section: Section
  readonly entries: readonly NavigationEntry[]
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onGo: () => void
}

/** One section; folded it still shows what is counted in it. A single entry needs no heading. */
function Fold({ section, entries, isOpen, onToggle, onGo }: FoldProps) {
  const { t } = useTranslation('common')
  const id = `nav-${section}`
  const isAlone = entries.length === 1
  return (
    <div className={classes.fold}>
      {!isAlone && (
        <h2 className={classes.section}>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            onClick={onToggle}
          >
            <span id={id}>{t(`nav.${section}`)}</span>
            {!isOpen && entries.map(({ to, Count }) => Count !== undefined && <Count key={to} />)}
            <Icon name={isOpen ? 'down' : 'right'} size={14} />
          </button>
        </h2>
      )}
      <ul
        className={classes.list}
        id={`${id}-list`}
        {...(isAlone ? { 'aria-label': t(`nav.${section}`) } : { 'aria-labelledby': id })}
        hidden={!isAlone && !isOpen}
      >
        {entries.map(({ to, label, icon, Count }) => (
          <li key={to}>
            <Link to={to} className={classes.entry ?? ''} onClick={onGo}>
              <Icon name={icon} />
              <span>{t(`nav.${label}`)}</span>
              {Count !== undefined && <Count />}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
