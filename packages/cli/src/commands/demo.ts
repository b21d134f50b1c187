import { Command } from 'commander'
export const demoCommand = (): Command => new Command('demo')
