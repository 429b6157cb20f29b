// What the server is about to say too; goes when protocol.gen.ts has it.
export {};
declare module "./protocol.gen" {
  interface RoundShown {
    first: number;
    seating: number[];
    scores: number[];
    notes: number[];
    winners: number[];
    rule: string;
    how: string;
  }
  interface MatchShown {
    until: "wins" | "points" | "rounds";
    low_wins: boolean;
    leaders: number[];
    rounds: RoundShown[];
  }
  interface PlayerShown {
    colour: number;
  }
  interface SeatSettings {
    colour?: number | null;
  }
  interface TableShown {
    undo_redraws: boolean;
    host: string | null;
    hosting: boolean;
    seats: SeatSettings[];
  }
  interface Summary {
    to_move: number | null;
    your_turn: boolean;
    hidden: boolean;
    levels: (string | null)[];
    match: string | null;
    seats: number;
  }
  interface Glance {
    table: string;
    game: string;
    seq: number;
    status: string;
    view: unknown;
    names: string[];
    to_move: number | null;
    you: number[];
  }
  interface ResultRow {
    game: string;
    level: string | null;
    seats: number;
    played: number;
    won: number;
    drawn: number;
    lost: number;
    best: number | null;
  }
}
