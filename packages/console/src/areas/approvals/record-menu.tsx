import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '../../shared/icon.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { notifyProblem } from '../../shared/toasts/notify.ts'
import { useTranslation } from '../../text/i18n.ts'
import { readRecord, type ProcessInstance, type RecordForm } from './queries.ts'

const forms: readonly RecordForm[] = ['pdf', 'jose']

/** What an approval that has ended leaves behind: a print for people, and the signed file. */
export function RecordMenu({ instance }: { readonly instance: ProcessInstance }) {
  const { t, language } = useTranslation('approvals')
  const save = useMutation({
    mutationFn: (form: RecordForm) => readRecord(instance.id, form, language),
    onSuccess: (content, form) =>
      saveFile(`${instance.bizType}-${instance.bizId}.${form}`, content),
    onError: notifyProblem,
  })
  if (instance.endedAt === null) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          rightSection={<Icon name="down" size={16} />}
        >
          {t('record.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map((form) => (
          <Menu.Item key={form} onClick={() => save.mutate(form)}>
            {t(`record.${form}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
