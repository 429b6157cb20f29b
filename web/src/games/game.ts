// What a game's folder gives to the pages. Pages know nothing about games, boards know nothing about rules: a board
// draws a view, lights what `legal` lists, and says what was pointed at.
import type { Component } from "svelte";
import type { LegalMove, LogLine, Run } from "../protocol.gen";
import type { Words } from "../words";

/** A move being considered, not yet played. */
export interface Trial<View> {
  move: string; // in the game's notation
  lines: string[]; // what it would do, in words
  view: View | null; // the table after it, as far as chance allows
  drawing?: Run[] | null; // the same in characters, for a board that asked for pictures
}

/** What the server tells of a position to a board that draws nothing itself: a picture and words. */
export interface InCharacters {
  drawing: Run[];
  moves: string[]; // what the legal moves do, in their order; none where there are too many to put into words
}

export interface BoardProps<View> {
  view: View;
  legal: LegalMove[]; // what may be done now: the only source of what is lit; empty when it is not our turn
  seat: number | null; // through whose eyes; null for a watcher
  names: string[]; // of the players, by seat
  colours?: number[]; // what the seats wear (0 to 3), by seat; usually their own
  words: Words; // the game's catalogue, the board's own and the pages'
  trial: Trial<View> | null;
  choose(move: string): void; // somebody points at this move, in notation: legal or not, the page answers
  turned: boolean; // the board faces a player on the other side of the screen
  still: boolean; // a picture: nothing to click, nothing moves (diagrams, replays)
  whole?: boolean; // a picture of the whole table, hands and stock too (replays)
  told?: InCharacters | null; // for a board with `pictures`
  look?(move: string): Promise<Trial<View> | null>; // what a move would do, without proposing it
  over?: boolean; // the table is finished, also where the board alone does not tell: somebody resigned, a clock ran out
  hint?: string | null; // a move that was advised: shown on the board, as a ghost with a ring
  confirm?(): void; // play the move on trial, for a board that asks for it where the move lies
  cancel?(): void; // put it back
  log?: LogLine[]; // what happened so far, for what a view alone does not tell
  undo?: () => void; // takes the last action back, where that may be done: for giving up an act of several steps
}

export type Board<View> = Component<BoardProps<View>>;

/** A position for a page of rules: a view as the server would send it, or enough of it to draw. */
export interface Diagram<View> {
  view: View;
  legal?: LegalMove[];
  seat?: number | null;
  trial?: Trial<View>;
}

export interface SheetProps<View> {
  view: View;
  names: string[];
  words: Words;
  winners?: number[]; // by seat, also where the board alone does not tell: somebody resigned, a clock ran out
  ended?: string; // how it ended, in a sentence, where it was not played out
  match?: string | null; // the form of the match it is a round of; null for a single game
  moment?: boolean; // it has just ended before our eyes: count the points, one after the other
}

/** A position in the size of a stamp: only what is known again at a glance. */
export interface GlanceProps<View> {
  view: View;
  names: string[];
  colours?: number[];
  words: Words;
}

/** A seat as everybody may see it. */
export interface SeatProps<View> {
  view: View;
  seat: number;
  names: string[];
  words: Words;
  small?: boolean; // on a phone: the score alone
}

/** What the game is played for, and how far everybody is from it. */
export interface GoalProps<View> {
  view: View;
  names: string[];
  words: Words;
}

export interface GameClient<View = unknown> {
  Board: Board<View>;
  Chip?: Component<SeatProps<View>>; // on a seat's chip, in one line: its score, and what is public of its hand
  SeatCard?: Component<SeatProps<View>>; // all that lies before a seat, for who points at its chip
  Goal?: Component<GoalProps<View>>; // without it the rules' first sentences are told
  /** The move that ends a turn of several actions, where it may be ended now; for games that have such turns. */
  finish?(legal: LegalMove[], view: View): string | null;
  pictures?: boolean; // it wants every position drawn by the server
  Glance?: Component<GlanceProps<View>>; // the board in a small picture; without it a list shows the game's card
  Sheet?: Component<SheetProps<View>>; // the score sheet of a finished game
  /** What the seat to move may do now, in a sentence; without it the page says that it is its turn. */
  prompt?(at: { view: View; legal: LegalMove[]; words: Words }): string;
  confirm: boolean; // usually look at the consequences first, then confirm
  diagrams?: Record<string, Diagram<View>>; // by rule id
  /** A position as the address of a page to print has it, such as "garden=…"; null while there is nothing to print. */
  paper?(view: View): string | null;
}
