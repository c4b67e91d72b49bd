import { List } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '../../../shared/page/page.tsx'
import { formatDay, formatTime } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { SigningKey } from '../queries.ts'
import { adviseOn, drawLives, type Phase } from './key-spans.ts'
import classes from './keys.module.css'

const phases = ['waits', 'signs', 'verifies'] as const satisfies readonly Phase[]

/** The life of each key on one scale of time, and what may be done now. The table below says the same. */
export function KeyPicture({ keys }: { readonly keys: readonly SigningKey[] }) {
  const { t } = useTranslation('administration')
  const [now] = useState(() => Date.now())
  const { begin, end, now: place, lives } = drawLives(keys, now)
  return (
    <Panel label={t('keys.picture')}>
      <Advice keys={keys} now={now} />
      <div className={classes.picture} aria-hidden="true">
        {lives.map(({ kid, status, spans }) => (
          <div key={kid} className={classes.life}>
            <span className={classes.name}>
              {t(`keys.status.${status}`)} <code>{kid.slice(0, 8)}</code>
            </span>
            <span className={classes.track}>
              {spans.map(({ phase, from, length }) => (
                <span
                  key={phase}
                  data-phase={phase}
                  style={{ insetInlineStart: `${from}%`, width: `${length}%` }}
                />
              ))}
              <span className={classes.now} style={{ insetInlineStart: `${place}%` }} />
            </span>
          </div>
        ))}
        <div className={classes.life}>
          <span className={classes.name} />
          <span className={classes.scale}>
            <span>{formatDay(new Date(begin).toISOString())}</span>
            <span>{formatDay(new Date(end).toISOString())}</span>
          </span>
        </div>
        <div className={classes.legend}>
          {phases.map((phase) => (
            <span key={phase}>
              <span className={classes.swatch} data-phase={phase} />
              {t(`keys.phase.${phase}`)}
            </span>
          ))}
          <span>
            <span className={classes.nowSwatch} />
            {t('keys.now')}
          </span>
        </div>
      </div>
    </Panel>
  )
}

function Advice({ keys, now }: { readonly keys: readonly SigningKey[]; readonly now: number }) {
  const { t } = useTranslation('administration')
  const { rotation, lastLeaves } = adviseOn(keys, now)
  return (
    <List size="sm">
      <List.Item>
        {rotation.is === 'early'
          ? t('keys.advice.early', { time: formatTime(rotation.until) })
          : t(`keys.advice.${rotation.is}`)}
      </List.Item>
      <List.Item>
        {lastLeaves === undefined
          ? t('keys.advice.noneLeaves')
          : t('keys.advice.leaves', { time: formatTime(lastLeaves) })}
      </List.Item>
      <List.Item>{t('keys.advice.lost')}</List.Item>
    </List>
  )
}
