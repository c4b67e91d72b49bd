import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../me/me.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import type { Edited } from '../../../shared/form/use-edited.ts'
import { notifyProblem } from '../../../shared/toasts/notify.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { Documents } from './documents.tsx'
import type { Decision, Table, Written } from './table.ts'
import { useTableAction, type TableAction } from './use-table-action.ts'

interface Props {
  readonly edited: Edited<Decision, Written>
  readonly written: Written
  readonly onRead: (table: Table) => void
  readonly isSound: boolean
}

/** Saving, publishing, the next version, and going out to and in from other programs. */
export function TableActions({ edited, written, onRead, isSound }: Props) {
  const { t } = useTranslation('designer')
  const { kept: decision, isChanged } = edited
  const mayWrite = useMay('bpm:definition:write')
  const isDraft = decision.status === 'DRAFT'
  const [isAsked, setIsAsked] = useState(false)
  const run = useTableAction(edited, written)
  const running = run.isPending ? run.variables : undefined
  const act = (action: TableAction) => run.mutate(action, { onError: notifyProblem })
  return (
    <>
      {mayWrite && !isDraft && (
        <Button loading={running !== undefined} onClick={() => act('newVersion')}>
          {t('action.newVersion')}
        </Button>
      )}
      {mayWrite && isDraft && (
        <>
          <Button
            variant="default"
            disabled={!isChanged}
            loading={running === 'save'}
            onClick={() => act('save')}
          >
            {t('action.save')}
          </Button>
          <Button disabled={!isSound} onClick={() => setIsAsked(true)}>
            {t('action.publish')}
          </Button>
        </>
      )}
      <Documents
        {...{ decision, written, isChanged }}
        onRead={mayWrite && isDraft ? onRead : undefined}
      />
      {isAsked && (
        <ConfirmDialog
          opened
          title={t('tables.publish.title')}
          text={t('tables.publish.text')}
          confirm={t('action.publish')}
          isRunning={run.isPending}
          error={run.error}
          onConfirm={() => run.mutate('publish', { onSuccess: () => setIsAsked(false) })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}
