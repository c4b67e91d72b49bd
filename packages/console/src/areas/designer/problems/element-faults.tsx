import { Text } from '@mantine/core'
import { useContext } from 'react'
import { DrawnProcessContext } from '../drawn-process.ts'

/** What is wrong with an element, in its form: whoever opens it need not look for it below. */
export function ElementFaults({ of }: { readonly of: string }) {
  const { faults } = useContext(DrawnProcessContext)
  return (
    <div role="status">
      {(faults.get(of) ?? []).map((text) => (
        <Text key={text} size="sm" c="var(--console-bad)">
          {text}
        </Text>
      ))}
    </div>
  )
}
