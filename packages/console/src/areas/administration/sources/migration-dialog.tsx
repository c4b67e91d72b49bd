import { Select } from '@mantine/core'
import { useState } from 'react'
import { dms, unwrap } from '../../../api/clients.ts'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { useTranslation } from '../../../text/i18n.ts'
import type { Source } from '../queries.ts'

/** Moves what lies in a source to another one: copied, checked, switched; the old stays until told. */
export function MigrationDialog(props: {
  readonly source: Source
  readonly targets: readonly Source[]
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { source, targets, onClose } = props
  const [targetId, setTargetId] = useState(targets[0]?.id ?? null)
  const begin = useChange({
    key: ['dms', 'sources'],
    done: t('sources.migrating'),
    change: (id: string) =>
      unwrap(
        dms.POST('/api/dms/storage-sources/{sourceId}/migrations', {
          params: { path: { sourceId: source.id } },
          body: { targetId: id },
        }),
      ),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={t('sources.migrate')}
      text={t('sources.migrateText', { name: source.name })}
      confirm={t('sources.migrate')}
      isRunning={begin.isPending}
      error={begin.error}
      onConfirm={() => {
        if (targetId !== null) begin.mutate(targetId)
      }}
      onClose={onClose}
    >
      <Select
        label={t('sources.target')}
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        value={targetId}
        onChange={setTargetId}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}
