/** Names of people and of bots. */

import { t } from '../i18n.svelte'

/** A name, with a word for those for whom a program plays: «Roberta (bot)». */
export const named = ({ name, bot = false }: { name: string; bot?: boolean }): string => (bot ? t('ui.player.bot', { name }) : name)
