import { Text } from '@mantine/core'
import { useMemo } from 'react'
import type { Column } from '../../../shared/list/data-table.tsx'
import { useNames } from '../../../shared/people/people.ts'
import { Tag } from '../../../shared/status-badge.tsx'
import { formatNumber } from '../../../text/format.ts'
import { Moment, Since } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from './audit.module.css'
import { removalIn, removed, type Entry } from './entries.ts'
import type { texts } from './text/en.ts'
import { useActionWords } from './words.ts'

type RemovedName = keyof typeof texts.removed

export function useAuditColumns(rows: readonly Entry[]): readonly Column<Entry>[] {
  const { t } = useTranslation('audit')
  const wordsOf = useActionWords()
  const { actorOf, objectOf } = useNamesIn(rows)
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('column.time'),
        width: '12.5rem',
        narrowWidth: '7.5rem',
        cell: ({ time }) => <When time={time} />,
      },
      {
        id: 'what',
        header: t('column.what'),
        width: 'minmax(12rem, 2fr)',
        cell: (entry) => <What entry={entry} words={wordsOf(entry)} actor={actorOf(entry)} />,
      },
      {
        id: 'who',
        header: t('column.who'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: actorOf,
      },
      {
        id: 'object',
        header: t('column.object'),
        width: 'minmax(8rem, 1fr)',
        wideOnly: true,
        cell: objectOf,
      },
      {
        id: 'result',
        header: t('column.result'),
        width: '6.5rem',
        narrowWidth: '5rem',
        cell: ({ outcome }) => (
          <Tag tone={outcome === 'success' ? 'good' : 'bad'}>{t(`result.${outcome}`)}</Tag>
        ),
      },
    ],
    [t, wordsOf, actorOf, objectOf],
  )
}

/** Shorter on a narrow page. */
function When({ time }: Pick<Entry, 'time'>) {
  return (
    <>
      <span className={classes.narrowOnly}>
        <Since time={time} />
      </span>
      <span className={classes.wideOnly}>
        <Moment time={time} />
      </span>
    </>
  )
}

interface WhatProps {
  readonly entry: Entry
  readonly words: string
  readonly actor: string
}

/** On a narrow page the column of who did it is left out: then it stands here. */
function What({ entry, words, actor }: WhatProps) {
  const { t } = useTranslation('audit')
  return (
    <div>
      <Text size="sm" fw={600} truncate>
        {words}
      </Text>
      <Text size="xs" c="var(--console-soft)" truncate>
        <span className={classes.narrowOnly}>{actor} · </span>
        {t(`source.${entry.source}`)}
      </Text>
    </div>
  )
}

/** Who did it and to what, by their names where they have one. */
export function useNamesIn(rows: readonly Entry[]) {
  const { t } = useTranslation('audit')
  const ids = rows.flatMap(({ actor, object }) => [
    actor.name === undefined && actor.kind === 'user' ? actor.id : null,
    object?.kind === 'user' || object?.kind === 'member' ? object.id : null,
  ])
  const nameOf = useNames(ids)
  const actorOf = ({ actor: { kind, id, name } }: Entry): string => {
    if (name !== undefined) return name
    return id === null || kind === 'share' ? t(`kind.${kind}`) : nameOf(id)
  }
  const objectOf = ({ object, action, raw }: Entry): string => {
    if (object !== null) return object.name ?? nameOf(object.id)
    if (action !== removed) return ''
    const { what = '', rows = 0 } = removalIn(raw)
    return `${formatNumber(rows)} × ${t(`removed.${what as RemovedName}`, { defaultValue: what })}`
  }
  return { actorOf, objectOf, nameOf }
}
