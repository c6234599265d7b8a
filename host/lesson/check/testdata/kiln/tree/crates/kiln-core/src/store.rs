use sqlx::PgPool;

pub struct FiringStore {
    pool: PgPool,
}

impl FiringStore {
    pub async fn open(url: &str) -> Result<Self, sqlx::Error> {
        Ok(Self { pool: PgPool::connect(url).await? })
    }

    pub async fn record(&self, kiln_id: i64, reading: i32) -> Result<(), sqlx::Error> {
        sqlx::query("insert into readings (kiln_id, celsius) values ($1, $2)")
            .bind(kiln_id)
            .bind(reading)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
