import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { Icon } from '../../../shared/icon.tsx'
import { notifyBroken, notifyDone, notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Source } from '../queries.ts'
import { MigrationDialog } from './migration-dialog.tsx'

type Step = 'check' | 'default' | 'READ_ONLY' | 'ACTIVE'

/** What can be done with a source. */
export function SourceMenu(props: { readonly source: Source; readonly others: readonly Source[] }) {
  const { t } = useTranslation('administration')
  const { source } = props
  const [isMigrating, setIsMigrating] = useState(false)
  const run = useChange({
    key: ['dms', 'sources'],
    change: (step: Step) => takeStep(source, step),
    onDone: (report) => {
      if (report === undefined) notifyDone(t('done'))
      else if (report.ok) notifyDone(t('sources.works'))
      else notifyBroken(t('sources.broken'), report.detail)
    },
  })
  const act = (step: Step) => run.mutate(step, { onError: notifyProblem })
  const targets = props.others.filter(({ id, status }) => id !== source.id && status === 'ACTIVE')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('sources.actions', { name: source.name })}
            loading={run.isPending}
          >
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => act('check')}>{t('sources.check')}</Menu.Item>
          {!source.isDefault && source.status === 'ACTIVE' && (
            <Menu.Item onClick={() => act('default')}>{t('sources.makeDefault')}</Menu.Item>
          )}
          {!source.isDefault && (
            <Menu.Item onClick={() => act(source.status === 'ACTIVE' ? 'READ_ONLY' : 'ACTIVE')}>
              {t(source.status === 'ACTIVE' ? 'sources.stop' : 'sources.resume')}
            </Menu.Item>
          )}
          {!source.isDefault && targets.length > 0 && (
            <Menu.Item onClick={() => setIsMigrating(true)}>{t('sources.migrate')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isMigrating && (
        <MigrationDialog source={source} targets={targets} onClose={() => setIsMigrating(false)} />
      )}
    </>
  )
}

async function takeStep({ id, revision }: Source, step: Step) {
  const params = { path: { sourceId: id } }
  if (step === 'check') {
    return unwrap(dms.POST('/api/dms/storage-sources/{sourceId}/check', { params }))
  }
  if (step === 'default') {
    await unwrap(dms.POST('/api/dms/storage-sources/{sourceId}/default', { params }))
  } else {
    const body = { status: step, revision }
    await unwrap(dms.PATCH('/api/dms/storage-sources/{sourceId}', { params, body }))
  }
  return undefined
}
