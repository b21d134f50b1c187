import { Text } from '@mantine/core'
import { type Lost, lostWords } from './lost-words.ts'

export const LostDesk = ({ lost, isOwn = true }: { lost: Lost; isOwn?: boolean }) => (
  <Text size="sm" c="var(--mantine-color-text)" fs="italic">
    {lostWords(lost, isOwn)}
  </Text>
)
