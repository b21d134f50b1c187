import { Text } from '@mantine/core'
import { type Lost, lostWords } from './lost-words.ts'

export const LostDesk = ({ lost, whose }: { lost: Lost; whose?: string }) => (
  <Text size="sm" c="var(--mantine-color-text)" fs="italic">
    {lostWords(lost, whose)}
  </Text>
)
